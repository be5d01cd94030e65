import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { repositoryDir, resourcesDir, tempFolder } from '../../../fixtures/folders.ts'

test.skipIf(process.platform !== 'linux')('the model runtime writes no telemetry for its makers', () => {
  const temp = tempFolder()
  const session = pathToFileURL(join(repositoryDir, 'src-main/analysis/models/runtime/open-session.ts')).href
  const model = join(resourcesDir, 'models/bundled/blazeface.onnx')
  const script = `const { openSession } = await import(${JSON.stringify(session)}); await (await openSession(${JSON.stringify(model)})).close()`
  execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ORT_DISABLE_TELEMETRY: '', TMPDIR: temp },
  })
  expect(readdirSync(temp)).toEqual([])
})
