import { checkSources } from './check-sources.mjs'
import { prepareToRun } from './prepare.mjs'
import { runScript } from './say.mjs'

await runScript(async () => {
  await prepareToRun()
  const failures = await checkSources(process.argv[2])
  for (const failure of failures) console.error(`FAILED: ${failure}`)
  return failures.length === 0 ? 0 : 1
})
