/* Rewrites the sample answers of the service's reference: `npm run samples`. */
import { requireNode } from './pinned-node.mjs'
import { inProject, projectDir } from './project.mjs'
import { runProgram } from './run-program.mjs'
import { runScript, sayNote } from './say.mjs'

await runScript(async () => {
  const vitest = [inProject('node_modules/vitest/vitest.mjs'), 'run', '--project', 'node']
  const tests = ['test/service/documentation/samples', '-t', 'sample answers']
  const { code } = await runProgram(requireNode(), [...vitest, ...tests], {
    cwd: projectDir,
    env: { LUMAFOLD_RENEW_SAMPLES: '1' },
  })
  if (code === 0) sayNote('resources/service/samples holds what the service answers now; look at the differences.')
  return code
})
