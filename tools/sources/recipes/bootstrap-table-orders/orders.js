const names = ['Aldous Finch', 'Berta Kranz', 'Chidi Obi', 'Dora Maar', 'Emil Roth', 'Fay Wong', 'Gus Hale', 'Hana Ito'];
const orders = Array.from({ length: 34 }, (_, at) => ({ id: 4100 + at, who: names[at % 8], total: (at * 37) % 210 + 9, state: ['paid', 'open', 'late'][at % 3] }));
const row = (value, order) => `<a class="see" href="/orders/${order.id}" title="See">See</a> <a class="bill" href="/orders/${order.id}/bill">Bill</a>`;
$('#orders').bootstrapTable({ data: orders, pagination: true, pageSize: 5, pageList: [5, 10, 25], search: true, showRefresh: true, showToggle: true,
  showColumns: true, showPaginationSwitch: true, detailView: true, detailFormatter: (at, order) => `<p>Order of ${order.who} <button>Resend</button> <a href="/refund/${order.id}">Refund</a></p>`,
  toolbar: '#tools', idField: 'id', columns: [{ checkbox: true }, { field: 'id', title: 'Order', sortable: true }, { field: 'who', title: 'Customer', sortable: true },
    { field: 'total', title: 'Total', sortable: true }, { field: 'state', title: 'State', sortable: true }, { field: 'do', title: 'Actions', formatter: row }] });
