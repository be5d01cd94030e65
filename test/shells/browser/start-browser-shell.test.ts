import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { LibraryContract } from '../../../src-main/contract/library/library-contract.ts'
import type { ShellContract } from '../../../src-main/contract/shell/contract.ts'
import { openAllowedFolders } from '../../../src-main/shells/browser/allowed-folders.ts'
import { startBrowserShell, type BrowserShell } from '../../../src-main/shells/browser/start-browser-shell.ts'
import { makeTempFolder, removeFolder } from '../../fixtures/folders.ts'
import { createSmallLibrary, pictureBytes, silentLog } from '../small-library.ts'

/** No terminal: only the command allows folders. */
const nobody = { isThere: async () => false, mayUse: () => Promise.reject(new Error('Nobody is asked here.')) }

let folder: string
let library: ReturnType<typeof createSmallLibrary>
let shell: BrowserShell
let base: string
let token: string
/** The start of the pictures' addresses. */
let pictures: string
/** Errors in the log. */
let logged: unknown[][]

beforeEach(async () => {
  logged = []
  folder = realpathSync(makeTempFolder())
  const rendererDir = join(folder, 'renderer')
  mkdirSync(join(rendererDir, 'assets'), { recursive: true })
  mkdirSync(join(folder, 'photos'))
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Lumafold</title>')
  writeFileSync(join(rendererDir, 'assets', 'main-abc.js'), 'export {}')
  library = createSmallLibrary()
  shell = await startBrowserShell({
    library,
    rendererDir,
    allowed: await openAllowedFolders([join(folder, 'photos')], join(folder, 'config', 'allowed-folders.json')),
    person: nobody,
    port: 0,
    log: { ...silentLog, error: (...line) => void logged.push(line) },
  })
  base = `http://127.0.0.1:${shell.port}`
  token = new URL(shell.address).hash.replace('#token=', '')
  pictures = await withClient(async (client) => (await client.shell.info()).pictures)
})

afterEach(async () => {
  await shell.close()
  removeFolder(folder)
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${base}${/^\/(photo|tile)\//.test(path) ? pictures : ''}${path}`, { headers, redirect: 'manual' })

/** Sends a request whose Host header is not its address, as a rebound name would. */
const getAs = (host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request({ host: '127.0.0.1', port: shell.port, path: '/', headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })

const openSocket = (headers: Record<string, string>, shown = token) =>
  new Promise<WebSocket | number>((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${shell.port}/rpc?token=${shown}`, { headers })
    socket.on('open', () => resolve(socket))
    socket.on('unexpected-response', (_request, answer) => {
      resolve(answer.statusCode ?? 0)
      socket.terminate()
    })
    socket.on('error', reject)
  })

async function withClient<T>(
  work: (client: {
    library: ContractRouterClient<LibraryContract>
    shell: ContractRouterClient<ShellContract>
  }) => Promise<T>,
): Promise<T> {
  const socket = await openSocket({ origin: base })
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`)
  try {
    return await work(createORPCClient(new RPCLink({ websocket: socket as never })))
  } finally {
    socket.close()
  }
}

describe('access', () => {
  test('the printed address has the token where no server or log sees it, and no cookie is set', async () => {
    expect(shell.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}$/)
    const page = await fetch(shell.address)
    expect(page.status).toBe(200)
    expect(page.headers.get('set-cookie')).toBeNull()
    expect(await page.text()).toContain('<title>Lumafold</title>')
    expect(pictures).not.toContain(token)
  })

  test('without the correct token there is the page and nothing of the library', async () => {
    const cookie = `lumafold_${shell.port}=${token}`
    const paths = ['/rpc', '/rpc?token=wrong', '/session', '/with/wrong/photo/1/thumb', `/with/${token}/photo/1/thumb`]
    for (const path of paths) {
      const answer = await fetch(`${base}${path}`, { headers: { cookie } })
      expect(answer.status, path).toBe(401)
      expect(await answer.text()).toContain('the whole address that it printed')
    }
    for (const path of ['/photo/1/thumb', '/tile/0123abcd/3/1/0'])
      expect((await fetch(`${base}${path}`, { headers: { cookie } })).status, path).toBe(404)
    expect(library.asked).toEqual([])
  })

  test('a page learns whether the answering program knows it', async () => {
    const ask = async (shown: string) =>
      (await fetch(`${base}/session`, { headers: { authorization: `Bearer ${shown}` } })).status
    expect(await ask(token)).toBe(204)
    expect(await ask(`${token}x`)).toBe(401)
  })

  test('another name for this machine is refused', async () => {
    expect(await getAs('evil.example')).toBe(403)
    expect(await getAs(`evil.example:${shell.port}`)).toBe(403)
    expect(await getAs('127.0.0.1')).toBe(403)
    expect(await getAs(`localhost:${shell.port}`)).toBe(200)
  })

  test('pages of other sites are refused', async () => {
    expect((await get('/', { origin: 'https://evil.example' })).status).toBe(403)
    expect((await get('/', { origin: 'null' })).status).toBe(403)
    expect((await get('/', { origin: base })).status).toBe(200)
  })

  test('a connection needs the token and a page of this server', async () => {
    expect(await openSocket({ origin: base }, '')).toBe(401)
    expect(await openSocket({ origin: base }, pictures.split('/').at(-1))).toBe(401)
    expect(await openSocket({})).toBe(403)
    expect(await openSocket({ origin: 'https://evil.example' })).toBe(403)
    expect(await openSocket({ origin: `http://127.0.0.1:${shell.port + 1}` })).toBe(403)
  })
})

describe('pages', () => {
  test('carry headers that allow only their own files', async () => {
    const { headers } = await get('/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('are requested each time, while files with a hash in their name are cached', async () => {
    expect((await get('/')).headers.get('cache-control')).toBe('no-cache')
    expect((await get('/assets/main-abc.js')).headers.get('cache-control')).toContain('immutable')
  })

  test('are served for addresses inside the app, but not for missing files', async () => {
    expect((await get('/similar/1', { accept: 'text/html' })).status).toBe(200)
    expect((await get('/assets/gone.js')).status).toBe(404)
    expect((await get('/..%2f..%2fpackage.json')).status).toBe(404)
  })
})

describe('pictures', () => {
  test('come with a tag and may be cached for good if the address names a version', async () => {
    const picture = await get('/photo/1/thumb?v=7')
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/webp')
    expect(picture.headers.get('cache-control')).toContain('immutable')
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(pictureBytes)
    const again = await get('/photo/1/thumb?v=7', { 'if-none-match': picture.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  test('that are missing, or not pictures, are not found', async () => {
    for (const path of [
      '/photo/2/thumb',
      '/photo/4/preview',
      '/photo/0/thumb',
      '/photo/1e3/thumb',
      '/photo/1/original',
      '/photo/../thumb',
    ])
      expect((await get(path)).status, path).toBe(404)
  })

  test('of an unanalysed photo are requested again, and their absence is not a failure', async () => {
    const picture = await get('/photo/1/thumb?v=0')
    expect(picture.status).toBe(200)
    expect(picture.headers.get('cache-control')).toBe('private, no-cache')
    expect((await get('/photo/2/thumb?v=0')).status).toBe(204)
  })

  test('have separate addresses for each kind, and for tiles of the full picture', async () => {
    for (const path of ['large', 'screen', 'full', 'full?v=3&tile=2-1'])
      expect((await get(`/photo/1/${path}`)).status, path).toBe(200)
    expect(library.asked).toContainEqual({
      call: 'serveImage',
      input: { photoId: 1, kind: 'full', turn: 1, crop: null, tile: { column: 2, row: 1 } },
    })
    for (const path of ['thumb?tile=0-0', 'full?tile=x', 'full?tile=-1-0'])
      expect((await get(`/photo/1/${path}`)).status, path).toBe(404)
  })

  test('are cancelled when the page no longer needs them', async () => {
    const leaving = new AbortController()
    const picture = fetch(`${base}${pictures}/photo/3/preview`, { signal: leaving.signal }).catch(
      (error: Error) => error.name,
    )
    await expect
      .poll(() => library.asked)
      .toContainEqual({ call: 'serveImage', input: { photoId: 3, kind: 'preview', turn: 1, crop: null } })
    leaving.abort()
    expect(await picture).toBe('AbortError')
    await expect.poll(() => library.asked).toContainEqual({ call: 'image aborted', input: { photoId: 3 } })
  })
})

describe('tiles of the map', () => {
  test('come from the library, which gets only integers in their range', async () => {
    const tile = await get('/tile/0123abcd/3/0/7')
    expect(tile.status).toBe(200)
    expect(tile.headers.get('content-type')).toBe('image/png')
    expect(tile.headers.get('cache-control')).toBe('private, max-age=3600')
    expect(tile.headers.get('content-security-policy')).toContain("img-src 'self' data: blob:;")
    expect(new Uint8Array(await tile.arrayBuffer())).toEqual(pictureBytes)
    expect(library.asked).toEqual([{ call: 'serveTile', input: { source: '0123abcd', z: 3, x: 0, y: 7, scale: 1 } }])
    for (const path of ['3/0/8', '3/8/0', '23/0/0', '3/-1/0', '3/0.5/0', '3/0', '3/0/1e0', '3/0/0@3x', '3/0/0/0'])
      expect((await get(`/tile/0123abcd/${path}`)).status, path).toBe(404)
    expect((await get('/tile/evil.example/3/0/0')).status).toBe(404)
    expect(library.asked).toHaveLength(1)
  })

  test('that are unavailable are not a failure of the page, and are requested again', async () => {
    for (const path of ['3/3/0', '3/2/0']) {
      const tile = await get(`/tile/0123abcd/${path}`)
      expect(tile.status).toBe(204)
      expect(tile.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('are for the page alone', async () => {
    expect((await fetch(`${base}/with/wrong/tile/0123abcd/3/0/0`)).status).toBe(401)
    expect((await get('/tile/0123abcd/3/0/0', { origin: 'https://evil.example' })).status).toBe(403)
    expect(library.asked).toEqual([])
  })

  test('are cancelled when the page no longer needs them', async () => {
    const leaving = new AbortController()
    const tile = fetch(`${base}${pictures}/tile/0123abcd/3/1/0`, { signal: leaving.signal }).catch(
      (error: Error) => error.name,
    )
    await expect.poll(() => library.asked.map(({ call }) => call)).toContain('serveTile')
    leaving.abort()
    expect(await tile).toBe('AbortError')
    await expect.poll(() => library.asked).toContainEqual({ call: 'tile aborted', input: { x: 1 } })
  })
})

describe('calls', () => {
  test('reach the library and come back', async () => {
    await withClient(async (client) => {
      expect(await client.library.analysis.status()).toMatchObject({ state: 'idle' })
      await client.library.photos.rate({ ids: [1], rating: 4 })
    })
    expect(library.asked).toContainEqual({ call: 'photos.rate', input: { ids: [1], rating: 4 } })
  })

  test('that fail have the code and the message', async () => {
    await withClient(async (client) => {
      await expect(client.library.photos.rate({ ids: [2], rating: 4 })).rejects.toMatchObject({
        code: 'photo-not-found',
        message: 'There is no photo 2.',
      })
      await expect(client.library.photos.rate({ ids: [1], rating: 9 })).rejects.toMatchObject({ code: 'bad-params' })
    })
  })

  test('that stream end when the window closes', async () => {
    await withClient(async (client) => {
      for await (const event of await client.library.library.events()) {
        expect(event.type).toBe('analysis.changed')
        break
      }
    })
    await expect.poll(() => library.asked).toContainEqual({ call: 'events aborted', input: null })
  })

  test('write errors of the window to the log', async () => {
    await withClient(async (client) => {
      await client.shell.noteFault({ error: 'TypeError: tiles is not iterable' })
      await expect(client.shell.noteFault({ error: 'x'.repeat(9000) })).rejects.toMatchObject({ code: 'bad-params' })
    })
    expect(logged).toEqual([['the window met an error', { error: 'TypeError: tiles is not iterable' }]])
  })

  test('of the shell name only folders below the roots', async () => {
    const photos = join(folder, 'photos')
    await withClient(async (client) => {
      expect(await client.shell.info()).toMatchObject({
        kind: 'browser',
        hasDialogs: false,
        roots: [photos],
        pictures: expect.stringMatching(/^\/with\/[\w-]{32}$/) as string,
      })
      expect(await client.shell.addFolder({ path: photos })).toMatchObject({ path: photos })
      expect(await client.shell.locateFolder({ id: 1, path: photos })).toMatchObject({ path: photos })
      expect(await client.shell.chooseTarget({ path: join(photos, 'export') })).toEqual({
        id: 'target',
        label: join(photos, 'export'),
      })
      expect(await client.shell.chooseSource({ path: photos })).toEqual({ id: 'source', label: photos })
      await expect(client.shell.chooseSource({ path: folder })).rejects.toMatchObject({ code: 'outside-roots' })
      await expect(client.shell.addFolder({ path: folder })).rejects.toMatchObject({ code: 'outside-roots' })
      await expect(client.shell.locateFolder({ id: 1, path: folder })).rejects.toMatchObject({ code: 'outside-roots' })
      await expect(client.shell.chooseTarget({ path: join(folder, 'new') })).rejects.toMatchObject({
        code: 'outside-roots',
      })
      await expect(client.shell.listEntries({ path: folder })).rejects.toMatchObject({ code: 'outside-roots' })
      await expect(client.shell.browseFolder({ path: folder })).rejects.toMatchObject({ code: 'outside-roots' })
      await expect(client.shell.countPictures({ paths: [folder] })).rejects.toMatchObject({ code: 'outside-roots' })
      expect(await client.shell.browseFolder({ path: photos })).toMatchObject({ path: photos, parent: null })
      expect(await client.shell.countPictures({ paths: [photos] })).toEqual([{ path: photos, count: 0, isMore: false }])
      expect(await client.shell.listPlaces()).toContainEqual({
        kind: 'root',
        name: 'photos',
        path: photos,
        isAllowed: true,
      })
      await expect(client.shell.addFolder({})).rejects.toMatchObject({ code: 'bad-params' })
      await expect(client.shell.reveal({ photoId: 5 })).rejects.toMatchObject({ code: 'photo-not-found' })
    })
    expect(library.asked.filter(({ call }) => call === 'addFolder')).toEqual([
      { call: 'addFolder', input: { path: photos } },
    ])
  })

  test('of the host cannot be reached from a page', async () => {
    await withClient(async (client) => {
      const host = (client as unknown as { host: { addFolder(input: { path: string }): Promise<unknown> } }).host
      await expect(host.addFolder({ path: folder })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })
})
