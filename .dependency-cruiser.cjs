/**
 * The arrows between the parts: imports point one way,
 * shared <- seal <- update, and shared <- seal, domain <- platform <- the parts of the service <- server <- cli, app; the renderer and the viewer know only shared.
 * Among the parts of the service blobs <- sync <- storage <- bundle, report <- bundle, and detection <- storage: docs/decisions/storage-stands-on-sync.md.
 * test/unit/architecture plants a violation of each rule in a tree of its own and sees it reported.
 */

const part = (name) => `^main/${name}/`

/** A rule: files below `from` reach nothing in this repository but `allowed`. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(main|renderer|viewer|shared|scripts|test|bin)/', pathNot: [from, ...allowed] },
})

/** Node's modules that touch nothing outside the process. */
const pureBuiltins = '^(node:)?(crypto|buffer|util|assert)$'

/** Takes `isIP` from Node's `net`, which is a function of its text alone. */
const readsAddresses = '^main/detection/read-metadata\\.ts$'

const lower = ['^shared/', part('seal'), part('domain'), part('platform')]

/** The parts of the service, and which of the others each may stand on; none stands on one that stands on it. */
const standsOn = {
  blobs: [],
  detection: [],
  sync: ['blobs'],
  storage: ['blobs', 'sync', 'detection'],
  bundle: ['blobs', 'storage', 'report'],
}
const services = [...Object.keys(standsOn), 'report'].map(part)

/** What a report says and its page: the checks of a bundle make them again. */
const reportText = '^main/report/(model|html|report-of\\.ts)'

/** What a bundle looks like and how it is checked: the page that verifies in a browser is made of the same files. */
const bundleChecks = '^main/bundle/(format|zip|check)/'

const bundlePage = '^main/bundle/page/'

module.exports = {
  forbidden: [
    only('shared-is-the-bottom', 'shared imports nothing of ours', '^shared/', []),
    only('seal-imports-only-shared', 'the seal is pure', part('seal'), ['^shared/']),
    only('update-imports-shared-and-seal', 'what is believed of an update is pure', part('update'), [
      '^shared/',
      part('seal'),
    ]),
    only('domain-imports-only-shared', 'the rules of the trade are pure', part('domain'), ['^shared/']),
    only('platform-imports-shared-and-seal', 'clock, ids, keys, config and log know no case', part('platform'), [
      '^shared/',
      part('seal'),
    ]),
    ...Object.entries(standsOn).map(([name, parts]) =>
      only(
        `${name}-imports-downwards`,
        'a service part sees the pure parts, platform and the parts that it stands on',
        part(name),
        [...lower, ...parts.map(part)],
      ),
    ),
    {
      name: 'sync-reaches-no-storage',
      comment: 'sync defines what it needs of a database and never meets one, however long the way there',
      severity: 'error',
      from: { path: part('sync') },
      to: { path: part('storage'), reachable: true },
    },
    only('bundle-checks-run-anywhere', 'the checks of a bundle run in a browser too', bundleChecks, [
      '^shared/',
      part('seal'),
      part('domain'),
      '^main/bundle/contents\\.ts$',
      reportText,
    ]),
    only(
      'report-imports-the-contents',
      'the report tells what a bundle holds, and knows nothing of where it came from',
      part('report'),
      ['^shared/', part('seal'), '^main/bundle/contents\\.ts$'],
    ),
    only(
      'verify-page-imports-only-checks',
      'the page that verifies in a browser is made of the checks and nothing else',
      bundlePage,
      ['^shared/', bundleChecks],
    ),
    only('server-imports-downwards', 'the service knows neither the command line nor Electron', part('server'), [
      ...lower,
      ...services,
    ]),
    only('cli-imports-downwards', 'the command line stands on the service', part('cli'), [
      ...lower,
      part('update'),
      ...services,
      part('server'),
    ]),
    only('app-imports-downwards', 'Electron main stands on the service', part('app'), [
      ...lower,
      part('update'),
      ...services,
      part('server'),
    ]),
    only('preload-imports-only-ipc', 'the bridge knows the ipc contract and nothing else', part('preload'), [
      '^shared/ipc/',
    ]),
    only('renderer-imports-only-shared', 'the window knows the HTTP API, not the service', '^renderer/', ['^shared/']),
    only(
      'viewer-imports-only-shared',
      'the sandboxed viewer knows a port that it asks for bytes, and nothing of the window or the service',
      '^viewer/',
      ['^shared/'],
    ),
    {
      name: 'electron-only-in-app-and-preload',
      comment: 'everything else must run without Electron',
      severity: 'error',
      from: { path: '^(main|renderer|viewer|shared)/', pathNot: [part('app'), part('preload')] },
      to: { path: '(^|/)node_modules/electron/|^electron$' },
    },
    {
      name: 'pure-parts-do-no-io',
      comment:
        'shared, seal, update, domain, detection, the step of sync and the checks of a bundle take clocks, files and networks as values',
      severity: 'error',
      from: {
        path: [
          '^shared/',
          part('seal'),
          part('update'),
          part('domain'),
          part('detection'),
          '^main/sync/device/step\\.ts$',
          bundleChecks,
        ],
        pathNot: readsAddresses,
      },
      to: { dependencyTypes: ['core'], pathNot: pureBuiltins },
    },
    {
      name: 'renderer-has-no-node',
      comment: 'window and viewer are sandboxed; their build files are not part of them',
      severity: 'error',
      from: { path: '^(renderer|viewer)/', pathNot: '^(renderer|viewer)/vite\\.config\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'verify-page-has-no-node',
      comment: 'a browser has none of it; what the checks ask for is put in their place when the page is built',
      severity: 'error',
      from: { path: bundlePage },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'verify-page-reaches-no-node',
      comment:
        'of Node the page gets crypto and Buffer, as they are in main/bundle/page/platform; whatever else is reached, however long the way there, is not there in a browser',
      severity: 'error',
      from: { path: bundlePage },
      to: { path: '^[a-z_0-9/]+$', pathNot: '^(crypto|buffer)$', reachable: true },
    },
    {
      name: 'no-cycles',
      comment: 'two files that need each other are one idea in the wrong places',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'an import that leads nowhere hides from every other rule',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.css$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json'],
    },
  },
}
