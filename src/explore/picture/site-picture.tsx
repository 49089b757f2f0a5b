import type { FastifyInstance } from 'fastify'
import { LanguageProvider, useSiteLocale } from '../../site/locale.ts'
import { locales } from '../locale.ts'
import { Picture, picturePathOf } from './picture.tsx'
import { Pictures, sendPicture } from './pictures.ts'

function SitePicture({ council }: { council: string }) {
  const { title, lead } = useSiteLocale().words.home
  return <Picture {...{ council, title }} description={lead} />
}

/** `/picture.png`, in each language: what links to pages without a picture of their own show elsewhere. */
export async function sitePicture(site: FastifyInstance): Promise<void> {
  const pictures = new Pictures()
  for (const locale of locales) {
    site.get(picturePathOf(locale.prefix), async (request, reply) => {
      const { branding, parts } = site.face.current
      request.etag = `${branding.digest} ${locale.language}`
      reply.header('cache-control', 'public, max-age=86400')
      return sendPicture(reply, pictures, async () => (
        <LanguageProvider value={locale.language}>
          <SitePicture council={parts[locale.language].name.text} />
        </LanguageProvider>
      ))
    })
  }
}
