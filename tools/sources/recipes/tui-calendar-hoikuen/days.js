const at = (day, hour, minutes = 0) => new Date(2024, 2, day, hour, minutes);
const groups = [['1', '햇살반', '#9e5fff'], ['2', '구름반', '#00a9ff'], ['3', '교사', '#ff5583']].map(([id, name, color]) => ({ id, name, color: '#fff', bgColor: color, backgroundColor: color, borderColor: color, dragBgColor: color }));
const plans = [['a', '1', '소풍 준비', 11, 10, 12], ['b', '2', '음악 시간', 12, 9, 10], ['c', '1', '체육 시간', 13, 13, 14], ['d', '3', '교사 회의', 14, 16, 17], ['e', '2', '생일 잔치', 15, 11, 12]]
  .map(([id, calendarId, title, day, from, to]) => ({ id, calendarId, title, category: 'time', start: at(day, from), end: at(day, to), location: '어린이집' }))
  .concat([['f', '3', '봄방학 접수', 12], ['g', '1', '안전 주간', 14]].map(([id, calendarId, title, day]) => ({ id, calendarId, title, category: 'allday', isAllDay: true, isAllday: true, start: at(day, 0), end: at(day, 0) })));
const words = { milestone: () => '중요', milestoneTitle: () => '중요', task: () => '할 일', taskTitle: () => '할 일', alldayTitle: () => '종일', popupSave: () => '저장', popupUpdate: () => '수정 저장', popupEdit: () => '편집', popupDelete: () => '삭제', popupIsAllday: () => '종일', popupIsAllDay: () => '종일', popupStateFree: () => '한가함', popupStateBusy: () => '바쁨', titlePlaceholder: () => '제목', locationPlaceholder: () => '장소', startDatePlaceholder: () => '시작', endDatePlaceholder: () => '끝' };
const dayNames = ['일', '월', '화', '수', '목', '금', '토'];
