import { getDesktop } from './desktop.mjs'
import { requireNode } from './pinned-node.mjs'
import { prepare } from './prepare.mjs'
import { inProject, projectDir } from './project.mjs'
import { runProgram } from './run-program.mjs'
import { runScript, sayStep } from './say.mjs'

/**
 * `npm start` changes to the project's folder first; paths that the person typed are relative to the previous folder.
 */
const startedIn = process.env.INIT_CWD ?? process.cwd()

await runScript(async () => {
  const given = process.argv.slice(2)
  const wantsBrowser = given.includes('--browser')
  const args = given.filter((argument) => argument !== '--browser')
  await prepare()
  const desktop = wantsBrowser ? { electron: null, reason: 'asked for with --browser' } : await getDesktop()
  if (desktop.electron) return openDesktop(desktop.electron, args)
  return openBrowser(desktop.reason, wantsBrowser ? 'tab' : 'window', args)
})

async function openDesktop(electron, args) {
  sayStep('Opening Lumafold')
  const { code } = await runProgram(electron, [projectDir, ...args], { cwd: startedIn })
  return code
}

/** Opens a separate window if an installed browser can show one, otherwise a tab; prints which one. */
async function openBrowser(reason, how, args) {
  sayStep(`Opening Lumafold in the browser: ${reason}.`)
  const { code } = await runProgram(requireNode(), [inProject('out/main/cli.js'), 'serve', '--open', how, ...args], {
    cwd: startedIn,
  })
  return code
}
