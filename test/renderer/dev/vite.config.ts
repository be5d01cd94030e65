import { createReadStream, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { defineConfig, type Plugin } from 'vite'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const folder = process.env['LUMAFOLD_DEV_PHOTOS'] ?? path.join(repository, '../shared/photos/coco128/images')
const files = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => /\.(jpe?g|png|webp)$/i.test(name))
      .sort()
  : []

async function describe(name: string): Promise<{ name: string; width: number; height: number; placeholder: string }> {
  const picture = sharp(path.join(folder, name))
  const { width, height } = await picture.metadata()
  const { data, info } = await picture
    .resize(64, 64, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    name,
    width,
    height,
    placeholder: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'),
  }
}

/** Serves real photos to the development page: `/dev-photos.json` lists them, `/photo/<id>/<kind>` is one. */
function devPhotos(): Plugin {
  const list = Promise.all(files.map(describe))
  return {
    name: 'dev-photos',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const id = /^\/photo\/(\d+)\//.exec(request.url ?? '')?.[1]
        if (request.url === '/dev-photos.json')
          void list.then((photos) => response.setHeader('content-type', 'application/json').end(JSON.stringify(photos)))
        else if (id && files.length > 0)
          createReadStream(path.join(folder, files[(Number(id) - 1) % files.length] ?? '')).pipe(
            response.setHeader('content-type', 'image/jpeg'),
          )
        else next()
      })
    },
  }
}

/** The window on an in-memory library, for work on its appearance; never part of a build. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [vue(), devPhotos()],
  server: { fs: { allow: [repository] } },
})
