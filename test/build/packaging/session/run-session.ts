import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import type { LibraryContract } from '../../../../src-main/contract/library/library-contract.ts'
import type { StandInPort } from '../../../shells/electron/electron-stand-in.ts'

/**
 * A complete session of a program's main process under Node: it opens, adds the folder of its start, analyses its
 * photos, serves its page and a picture, and closes. Prints what it saw as JSON.
 * `run-session.ts SCRIPT --add FOLDER --library FOLDER`
 */

const standIn = new URL('./electron.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})

const [, , script, ...args] = process.argv
process.argv = [process.execPath, script!, ...args]
const { app, ipcMain, state } = await import('./electron.ts')
app.userData = process.env['LUMAFOLD_DATA_DIR']!
// `once` of node:events would also listen for an event `error`, which Electron's app does not have.
const opening = new Promise((resolve) => app.once('web-contents-created', resolve))
await import(pathToFileURL(script!).href)
await opening

const page = state.windows[0]!.webContents
ipcMain.emit('lumafold:connect', { sender: page, senderFrame: page.mainFrame })
const [port] = page.posted[0]!.ports as [StandInPort]
const link = new RPCLink({ port: port as never })
port.start()
const library = createORPCClient(link) as ContractRouterClient<LibraryContract>

const stop = new AbortController()
const analysed = async () => {
  const { tiles } = await library.photos.list({})
  return tiles.length > 0 && tiles.every(({ status }) => status === 'ready') ? tiles : null
}
const events = await library.library.events(undefined, { signal: stop.signal })
let tiles = await analysed()
for await (const _event of events) if ((tiles ??= await analysed()) !== null) break
stop.abort()

const serve = state.handlers.get('lumafold')!
const detail = await library.photos.get({ id: tiles![0]!.id })
const html = await serve(new Request('lumafold://app/'))
const notice = await serve(new Request('lumafold://app/licences/NOTICE.txt'))
const picture = await serve(new Request(`lumafold://app/photo/${tiles![0]!.id}/thumb?v=${tiles![0]!.thumbVersion}`))

const isAgain = new Promise<void>((resolve) => {
  app.quit = resolve
})
app.emit('will-quit', { preventDefault: () => undefined })
await isAgain
const seen = {
  photos: tiles!.length,
  hasColors: detail.colors !== null,
  html: html.status,
  notice: notice.status,
  picture: [picture.status, picture.headers.get('content-type')],
  errors: state.errors,
}
process.stdout.write(`${JSON.stringify(seen)}\n`)
process.exit(0)
