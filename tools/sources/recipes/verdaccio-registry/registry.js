// Where the application looks for its parts and its data: the package's files, and the answers below.
const author = (name) => ({ name, email: `${name.toLowerCase()}@boats.test`, avatar: '' });
const about = (name, version, description, who, keywords) => ({ name, version, description, author: author(who), license: 'MIT', keywords, time: '2024-02-01T10:00:00.000Z', homepage: '', bugs: { url: '/issues' }, repository: { type: 'git', url: '/source' }, maintainers: [author(who)], contributors: [], dist: { unpackedSize: 20480, fileCount: 9, tarball: `/${name}.tgz` }, dependencies: { rope: '^1.0.0', pulley: '^2.1.0' }, devDependencies: { knot: '^3.0.0' }, engines: { node: '>=14', npm: '>6' } });
const packages = [about('anchor', '1.4.0', 'Holds a boat where it is', 'Ada', ['boat', 'chain']), about('compass', '2.0.1', 'Says where north is', 'Ben', ['boat']), about('sail', '3.2.0', 'Moves a boat with wind', 'Cleo', ['cloth', 'wind'])];
const detail = (name) => { const latest = packages.find((one) => one.name === name); return { _id: name, name, latest, 'dist-tags': { latest: latest.version, next: '9.0.0-next' }, versions: { '1.0.0': latest, '1.1.0': latest, [latest.version]: latest }, time: { '1.0.0': '2022-01-01T10:00:00.000Z', '1.1.0': '2023-01-01T10:00:00.000Z', [latest.version]: '2024-02-01T10:00:00.000Z' }, _uplinks: { npmjs: { fetched: 1709000000000 } }, uplinks: {}, _distfiles: {}, author: latest.author, description: latest.description }; };
const answers = [[/packages$/, () => packages], [/sidebar\/(\w+)/, (found) => detail(found[1])], [/readme\/(\w+)/, (found) => `<h1>${found[1]}</h1><p>How to tie it.</p>`], [/search\//, () => []]];
window.fetch = async (asked) => { const url = String(asked.url || asked); const [pattern, answer] = answers.find(([one]) => one.test(url)) || [/x/, () => ({})]; const told = answer(pattern.exec(url));
  return typeof told === 'string' ? new Response(told, { headers: { 'Content-Type': 'text/html' } }) : new Response(JSON.stringify(told), { headers: { 'Content-Type': 'application/json; charset=utf-8' } }); };
const moved = (address) => String(address).replace(/^.*-\/static\//, '/npm/@verdaccio/ui-theme/static/');
for (const [kind, key] of [[HTMLScriptElement, 'src'], [HTMLLinkElement, 'href'], [HTMLImageElement, 'src']]) {
  const was = Object.getOwnPropertyDescriptor(kind.prototype, key);
  Object.defineProperty(kind.prototype, key, { ...was, set(address) { was.set.call(this, moved(address)); } });
}
const setAttribute = Element.prototype.setAttribute;
Element.prototype.setAttribute = function (key, value) { setAttribute.call(this, key, key === 'src' ? moved(value) : value); };
const options = { base: 'http://app.test/', basename: '/', title: 'Boat parts', primaryColor: '#4b5e40', scope: '', version: '', url_prefix: '/', language: 'en-US', darkMode: false, login: true, showInfo: true, showSettings: true, showThemeSwitch: true, showFooter: true, showSearch: true, showRaw: true, showDownloadTarball: true, pkgManagers: ['npm', 'yarn', 'pnpm'], host: 'app.test', protocol: 'http' };
Object.assign(window, { __VERDACCIO_BASENAME_UI_OPTIONS: options, VERDACCIO_BASENAME: '/', VERDACCIO_API_URL: 'http://app.test/-/verdaccio/', VERDACCIO_SCOPE: '', VERDACCIO_LOGO: '', VERDACCIO_PRIMARY_COLOR: '#4b5e40', VERDACCIO_VERSION: '' });
history.replaceState(null, '', '/');
