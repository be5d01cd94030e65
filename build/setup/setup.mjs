import { prepare } from './prepare.mjs'
import { runScript, sayStep } from './say.mjs'

await runScript(async () => {
  await prepare()
  sayStep('Ready: "npm start" opens the app, "npx lumafold --help" lists the commands.')
})
