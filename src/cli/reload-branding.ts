import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { readBranding, siteFileOf } from '../config/site-file/site-file.ts'
import { SiteFileError } from '../config/site-file/site-file-error.ts'
import type { LiveBranding } from '../core/branding.ts'

/** Reads the site file again; an invalid one is logged, and the last valid one stays. Returns whether it was read. */
export async function reloadBranding(
  branding: LiveBranding,
  config: Config,
  logger: FastifyBaseLogger,
): Promise<boolean> {
  try {
    branding.current = await readBranding(config)
    logger.info({ site_file: siteFileOf(config) ?? null }, 'the site file was read again')
    return true
  } catch (error) {
    if (error instanceof SiteFileError)
      logger.error({ issues: error.issues }, `${error.message}; the last valid one stays in force`)
    else logger.error({ err: error }, 'reading the site file failed; the last valid one stays')
    return false
  }
}
