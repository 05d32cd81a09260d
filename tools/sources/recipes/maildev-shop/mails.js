// The application's own page is put in with its addresses made absolute; its requests are answered here.
const mail = (id, subject, to, day, extra = {}) => ({ id, subject, to: [{ address: to, name: '' }], from: [{ address: 'shop@garden.test', name: 'Garden shop' }], date: `2024-03-${day}T08:00:00.000Z`, time: `2024-03-${day}T08:00:00.000Z`, read: false, size: 2100, sizeHuman: '2.1 KB',
  text: 'Thank you for your order.\nYour garden shop', html: '<p>Thank you for your order.</p>', headers: { subject, to, 'x-mailer': 'shop' }, envelope: { from: { address: 'shop@garden.test' }, to: [{ address: to }], host: 'shop', remoteAddress: '127.0.0.1' }, ...extra });
const mails = [mail('m1', 'Your order 4711', 'anna@home.test', '11', { attachments: [{ generatedFileName: 'invoice-4711.pdf', fileName: 'invoice-4711.pdf', contentType: 'application/pdf', length: 900, sizeHuman: '900 B' }, { generatedFileName: 'terms.txt', fileName: 'terms.txt', contentType: 'text/plain', length: 90, sizeHuman: '90 B' }] }),
  mail('m2', 'Please confirm your address', 'bert@home.test', '12'), mail('m3', 'New password', 'carla@home.test', '13'), mail('m4', 'Your order 4712', 'dora@home.test', '13')];
const answers = [[/^(api\/)?email\/?$/, () => mails], [/^(api\/)?email\/(m\d)$/, (found) => mails.find((one) => one.id === found[2])], [/^(api\/)?config$/, () => ({ version: '', smtpPort: 1025, isOutgoingEnabled: true, outgoingHost: 'mail.garden.test' })]];
const open = XMLHttpRequest.prototype.open;
XMLHttpRequest.prototype.open = function (verb, url, ...rest) {
  const [pattern, answer] = answers.find(([one]) => one.test(url)) || [];
  open.call(this, 'GET', pattern ? `data:application/json,${encodeURIComponent(JSON.stringify(answer(pattern.exec(url))))}` : `/npm/maildev/app/${url}`, ...rest);
};
window.io = () => ({ on() {} });
const asked = new XMLHttpRequest();
open.call(asked, 'GET', '/npm/maildev/app/index.html', false);
asked.send();
document.write(asked.responseText.replace(/(src|href)="(?=components|scripts|styles)/g, '$1="/npm/maildev/app/').replace(/<script src="[^"]*socket.io[^"]*"><\/script>/, ''));
document.close();
