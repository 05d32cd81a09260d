const make = (button) => () => ({ no: '', state: '待付款', states: ['待付款', '已付款', '已发货'], day: '2024-03-14', late: false, mine: true, open: false, view: '全部',
  columns: [{ type: 'selection', width: 60 }, { title: '单号', key: 'no', sortable: true }, { title: '客户', key: 'who' }, { title: '金额', key: 'sum', sortable: true }, { title: '操作', key: 'do', render: (h, told) => h('div', [button(h, '查看'), button(h, '删除')]) }],
  rows: [['D301', '王芳', 120], ['D302', '李强', 85], ['D303', '赵敏', 240]].map(([no, who, sum]) => ({ no, who, sum })) });
