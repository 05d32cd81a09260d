const shapes = [['start', 'startEvent', 'Order received', 160, 120, 36, 36], ['check', 'userTask', 'Check stock', 250, 98, 100, 80], ['enough', 'exclusiveGateway', 'In stock?', 410, 113, 50, 50],
  ['ship', 'task', 'Ship goods', 520, 98, 100, 80], ['buy', 'serviceTask', 'Order from supplier', 520, 230, 100, 80], ['done', 'endEvent', 'Order filled', 690, 120, 36, 36]];
const flows = [['f1', 'start', 'check', 196, 138, 250, 138], ['f2', 'check', 'enough', 350, 138, 410, 138], ['f3', 'enough', 'ship', 460, 138, 520, 138], ['f4', 'enough', 'buy', 435, 163, 435, 270, 520, 270], ['f5', 'ship', 'done', 620, 138, 690, 138], ['f6', 'buy', 'ship', 570, 230, 570, 178]];
const space = (name) => `http://www.omg.org/spec/${name}`;
const points = ([x, y, ...more]) => (x === undefined ? '' : `<di:waypoint x="${x}" y="${y}" />${points(more)}`);
const diagram = `<?xml version="1.0" encoding="UTF-8"?><bpmn:definitions xmlns:bpmn="${space('BPMN/20100524/MODEL')}" xmlns:bpmndi="${space('BPMN/20100524/DI')}" xmlns:dc="${space('DD/20100524/DC')}" xmlns:di="${space('DD/20100524/DI')}" id="defs" targetNamespace="orders"><bpmn:process id="orders" isExecutable="false">
${shapes.map(([id, kind, name]) => `<bpmn:${kind} id="${id}" name="${name}" />`).join('')}${flows.map(([id, from, to]) => `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}" />`).join('')}</bpmn:process>
<bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="p" bpmnElement="orders">${shapes.map(([id, , , x, y, w, h]) => `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="${x}" y="${y}" width="${w}" height="${h}" /></bpmndi:BPMNShape>`).join('')}
${flows.map(([id, , , ...at]) => `<bpmndi:BPMNEdge id="${id}_di" bpmnElement="${id}">${points(at)}</bpmndi:BPMNEdge>`).join('')}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram></bpmn:definitions>`;
const modeler = new BpmnJS({ container: '#canvas', keyboard: { bindTo: document } });
const part = (name) => modeler.get(name);
const pick = (id) => part('selection').select(part('elementRegistry').get(id));
const menu = (id, kind, at) => { pick(id); const one = part('elementRegistry').get(id);
  if (part('popupMenu').open.length > 2) part('popupMenu').open(one, kind, at); else part('popupMenu').create(kind, one).open({ cursor: at }); };
