/** A file of a tree that tests the import rules; an import that starts with `type ` is a type-only one. */
export interface PlannedFile {
  file: string
  imports: string[]
}

interface Violation extends PlannedFile {
  breaks: string[]
}

/** Deliberately missing; every other relative import is created. */
export const missingModule = './gone.ts'

/** One deliberate violation per rule, and a second one for rules with two sides. */
export const violations: Violation[] = [
  // A cycle is reported once, at the first of its files.
  { breaks: ['no-circular'], file: 'src/access/egg.ts', imports: ['./hen.ts'] },
  { breaks: [], file: 'src/access/hen.ts', imports: ['./egg.ts'] },
  { breaks: ['not-to-unresolvable'], file: 'src/access/lost.ts', imports: [missingModule] },
  { breaks: ['not-to-tools'], file: 'src/access/dev.ts', imports: ['vitest'] },
  { breaks: ['core-imports-nothing'], file: 'src/core/server.ts', imports: ['fastify'] },
  {
    breaks: ['resources-do-not-import-each-other'],
    file: 'src/resources/meetings/v1.represent.ts',
    imports: ['../people/v1.represent.ts'],
  },
  {
    breaks: ['shared-does-not-import-resources', 'resources-do-not-import-each-other'],
    file: 'src/resources/_shared/person-ref.ts',
    imports: ['../people/schema.ts'],
  },
  {
    breaks: ['schema-is-pure'],
    file: 'src/resources/bylaws/schema.ts',
    imports: ['../../access/accounts.ts'],
  },
  { breaks: ['schema-is-pure'], file: 'src/resources/motions/schema.ts', imports: ['fastify'] },
  {
    breaks: ['queries-know-no-http'],
    file: 'src/resources/bylaws/queries.ts',
    imports: ['../../http/errors.ts'],
  },
  {
    breaks: ['represent-is-pure'],
    file: 'src/resources/bylaws/v1.represent.ts',
    imports: ['../../http/envelope.ts'],
  },
  {
    breaks: ['routes-never-touch-the-store'],
    file: 'src/resources/bylaws/v1.routes.ts',
    imports: ['../../store/tables.ts'],
  },
  {
    breaks: ['v1-and-ocd-do-not-meet'],
    file: 'src/resources/matters/v1.represent.ts',
    imports: ['./ocd.represent.ts'],
  },
  {
    breaks: ['v1-and-ocd-do-not-meet'],
    file: 'src/resources/matters/ocd.routes.ts',
    imports: ['./v1.routes.ts'],
  },
  { breaks: ['sql-only-in-queries'], file: 'src/access/raw.ts', imports: ['kysely'] },
  { breaks: ['drivers-only-in-dialect'], file: 'src/store/open.ts', imports: ['node:sqlite'] },
  {
    breaks: ['dialect-does-not-search'],
    file: 'src/store/dialect/sqlite.ts',
    imports: ['../search/sqlite.ts'],
  },
  {
    breaks: ['dialect-is-private'],
    file: 'src/access/queries.ts',
    imports: ['../store/dialect/sqlite.ts'],
  },
  {
    breaks: ['sources-never-see-store-or-http'],
    file: 'src/importers/escribe/map.ts',
    imports: ['../../store/tables.ts'],
  },
  {
    breaks: ['sources-do-not-import-sources'],
    file: 'src/importers/bundle/read.ts',
    imports: ['../escribe/read.ts'],
  },
  {
    breaks: ['sources-do-not-import-sources'],
    file: 'src/importers/kit/json-source.ts',
    imports: ['../escribe/results.ts'],
  },
  {
    breaks: ['exporters-only-read'],
    file: 'src/exporters/bundle/lines.ts',
    imports: ['../../importers/load/load.ts'],
  },
  {
    breaks: ['http-does-not-import-resources'],
    file: 'src/http/walk.ts',
    imports: ['../resources/people/v1.routes.ts'],
  },
  // The server imports the importers through a file that no rule names.
  {
    breaks: ['serving-never-imports-importers'],
    file: 'src/app.ts',
    imports: ['./first-start.ts'],
  },
  { breaks: [], file: 'src/first-start.ts', imports: ['./importers/registry.ts'] },
  {
    breaks: ['fs-only-in-listed-files'],
    file: 'src/access/file.ts',
    imports: ['node:fs/promises'],
  },
  {
    breaks: ['config-is-handed-in'],
    file: 'src/access/settings.ts',
    imports: ['../config/config.ts'],
  },
  {
    breaks: ['migrations-are-frozen'],
    file: 'src/store/migrations/0001-record.ts',
    imports: ['../../core/slug.ts'],
  },
  { breaks: ['shapes-live-in-schema-files'], file: 'src/access/shape.ts', imports: ['typebox'] },
  {
    breaks: ['shapes-live-in-schema-files'],
    file: 'src/resources/people/ocd.routes.ts',
    imports: ['@fastify/type-provider-typebox'],
  },
  {
    breaks: ['access-knows-no-http'],
    file: 'src/access/response.ts',
    imports: ['../http/errors.ts'],
  },
  {
    breaks: ['store-is-the-bottom'],
    file: 'src/store/rows.ts',
    imports: ['../access/accounts.ts'],
  },
  {
    breaks: ['site-and-resources-do-not-meet'],
    file: 'src/site/pages.ts',
    imports: ['../resources/people/queries.ts'],
  },
  {
    breaks: ['site-and-resources-do-not-meet'],
    file: 'src/resources/system/v1.routes.ts',
    imports: ['../../site/html.ts'],
  },
  {
    breaks: ['site-and-resources-do-not-meet'],
    file: 'src/operations/metrics.ts',
    imports: ['../site/queries.ts'],
  },
  {
    breaks: ['site-and-resources-do-not-meet'],
    file: 'src/site/menu.ts',
    imports: ['../explore/explore.tsx'],
  },
  {
    breaks: ['explore-reads-resources'],
    file: 'src/explore/votes.ts',
    imports: ['../resources/motions/v1.routes.ts'],
  },
  {
    breaks: ['explore-reads-resources'],
    file: 'src/explore/keys.ts',
    imports: ['../site/settings/queries.ts'],
  },
  {
    breaks: ['explore-pages-do-not-import-each-other'],
    file: 'src/explore/meetings/meetings.page.tsx',
    imports: ['../bodies/queries.ts'],
  },
  {
    breaks: ['explore-pages-do-not-import-each-other'],
    file: 'src/explore/frame/page.tsx',
    imports: ['../people/queries.ts'],
  },
  {
    breaks: ['explore-parts-are-below-the-frame'],
    file: 'src/explore/parts/row.tsx',
    imports: ['../frame/page.tsx'],
  },
  {
    breaks: ['explore-shared-files-import-only-words'],
    file: 'src/explore/locale.ts',
    imports: ['./parts/count.ts'],
  },
  {
    breaks: ['explore-shared-files-import-only-words'],
    file: 'src/explore/words/en.ts',
    imports: ['type ../parts/row.tsx'],
  },
  {
    breaks: ['entry-points-are-not-imported'],
    file: 'src/site/help.ts',
    imports: ['../cli/serve.ts'],
  },
  {
    breaks: ['entry-points-are-not-imported'],
    file: 'src/access/hook.ts',
    imports: ['../main.ts'],
  },
  { breaks: ['no-orphans'], file: 'src/core/alone.ts', imports: [] },
  {
    breaks: ['source-does-not-import-tests'],
    file: 'src/access/helped.ts',
    imports: ['../../test/support/town.ts'],
  },
]

/** Imports that the layout allows, none of which may be reported. */
export const validTree: PlannedFile[] = [
  { file: 'src/main.ts', imports: ['./cli/import.ts', './cli/serve.ts'] },
  {
    file: 'src/cli/serve.ts',
    imports: ['../app.ts', '../config/config.ts', '../importers/load/load.ts', 'node:fs'],
  },
  {
    file: 'src/cli/import.ts',
    imports: ['../importers/registry.ts', '../importers/load/load.ts', '../store/open.ts'],
  },
  {
    file: 'src/app.ts',
    imports: [
      ...['fastify', './config/config.ts', './resources/index.ts', './site/pages.ts'],
      './explore/motion/motion.page.tsx',
    ],
  },
  { file: 'src/config/config.ts', imports: ['typebox', 'node:fs'] },
  { file: 'src/core/key-format.ts', imports: ['node:crypto'] },
  { file: 'src/core/key-format.test.ts', imports: ['vitest', './key-format.ts'] },
  { file: 'src/http/openapi.ts', imports: ['typebox', '@fastify/swagger'] },
  { file: 'src/http/openapi-names.ts', imports: ['typebox', './openapi.ts'] },
  { file: 'src/http/envelope.ts', imports: ['typebox', '@fastify/type-provider-typebox'] },
  { file: 'src/access/queries.ts', imports: ['kysely', '../store/open.ts'] },
  { file: 'src/access/keys.ts', imports: ['./queries.ts', '../core/key-format.ts'] },
  { file: 'src/site/pages.ts', imports: ['fastify', '../access/keys.ts', './assets.ts'] },
  { file: 'src/site/assets.ts', imports: ['node:fs'] },
  {
    file: 'src/explore/motion/motion.page.tsx',
    imports: [
      ...['../../resources/motions/queries.ts', '../../resources/motions/v1.represent.ts'],
      ...['type ../../resources/motions/schema.ts', '../../site/layout.tsx'],
      ...['../frame/page.tsx', '../parts/row.tsx', '../locale.ts', './queries.ts'],
    ],
  },
  { file: 'src/explore/frame/page.tsx', imports: ['../parts/row.tsx', '../picture/picture.tsx'] },
  { file: 'src/explore/locale.ts', imports: ['./words/en.ts'] },
  { file: 'src/site/docs/doc-files.ts', imports: ['node:fs'] },
  { file: 'src/resources/index.ts', imports: ['./meetings/v1.routes.ts'] },
  {
    file: 'src/resources/meetings/v1.routes.ts',
    imports: ['./queries.ts', './v1.represent.ts', './schema.ts', 'type ../../store/open.ts'],
  },
  {
    file: 'src/resources/meetings/ocd.routes.ts',
    imports: ['./queries.ts', '../../http/envelope.ts', 'type @fastify/type-provider-typebox'],
  },
  {
    file: 'src/resources/meetings/v1.represent.ts',
    imports: ['type ./schema.ts', 'type ../../store/tables.ts', '../_shared/person-ref.ts'],
  },
  {
    file: 'src/resources/meetings/schema.ts',
    imports: ['typebox', '../../http/schema-types.ts', '../_shared/person-ref.ts'],
  },
  {
    file: 'src/resources/meetings/queries.ts',
    imports: ['kysely', 'type ../../store/open.ts', '../../core/slug.ts'],
  },
  {
    file: 'src/resources/meetings/meetings.test.ts',
    imports: ['vitest', '../../../test/support/town.ts'],
  },
  { file: 'src/resources/_shared/person-ref.ts', imports: ['typebox'] },
  { file: 'test/support/town.ts', imports: ['../../src/importers/load/load.ts'] },
  { file: 'src/importers/records.ts', imports: ['typebox'] },
  { file: 'src/importers/record-check.ts', imports: ['typebox/value', './records.ts'] },
  { file: 'src/importers/registry.ts', imports: ['./escribe/index.ts', './bundle/index.ts'] },
  {
    file: 'src/importers/escribe/index.ts',
    imports: [
      ...['type ../source.ts', '../records.ts', '../kit/vocabulary.ts'],
      ...['../../core/calendar-date.ts', 'node:fs'],
    ],
  },
  { file: 'src/importers/bundle/index.ts', imports: ['./schema.ts', '../record-check.ts'] },
  {
    file: 'src/exporters/bundle/export.ts',
    imports: ['node:fs', '../../importers/bundle/schema.ts', 'type ../../store/open.ts'],
  },
  { file: 'src/importers/bundle/schema.ts', imports: ['typebox', '../records.ts'] },
  {
    file: 'src/importers/load/load.ts',
    imports: ['kysely', '../records.ts', '../../store/open.ts', '../../core/slug.ts'],
  },
  { file: 'src/store/open.ts', imports: ['kysely', './dialect/sqlite.ts', './tables.ts'] },
  { file: 'src/store/tables.ts', imports: ['type kysely'] },
  { file: 'src/store/dialect/sqlite.ts', imports: ['node:sqlite', 'kysely'] },
  { file: 'src/store/migrations/0001-record.ts', imports: ['kysely'] },
]
