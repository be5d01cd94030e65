import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeServiceFolder } from '../../../../src-main/service/store/sqlite/take-service-folder.ts'
import { repositoryDir, tempFolder } from '../../../fixtures/folders.ts'
import { addAccount, openStore } from '../../temp-data.ts'

const storeDir = join(repositoryDir, 'src-main/service/store/sqlite')

/** Another process's output when it runs this on a data folder. */
const runElsewhere = (code: string) =>
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code], {
    encoding: 'utf8',
  }).trim()

test(
  'the lock excludes other processes and names the owner; the database stays open to all',
  { tags: 'night' },
  async () => {
    const folder = tempFolder()
    const lock = takeServiceFolder(folder)
    const take = `import { takeServiceFolder } from ${JSON.stringify(join(storeDir, 'take-service-folder.ts'))}; try { takeServiceFolder(${JSON.stringify(folder)}); console.log('taken') } catch (error) { console.log(error.code, error.message) }`
    expect(runElsewhere(take)).toMatch(new RegExp(`^library-in-use .*process ${process.pid}\\b`))
    expect(() => takeServiceFolder(folder)).toThrow(expect.objectContaining({ code: 'library-in-use' }))
    await addAccount(openStore(folder))
    lock.release()
    expect(runElsewhere(take)).toBe('taken')
  },
)

test('the lock stays taken without a reference to it, and is free when its owner was killed', async () => {
  const folder = tempFolder()
  const take = `import { takeServiceFolder } from ${JSON.stringify(join(storeDir, 'take-service-folder.ts'))}; takeServiceFolder(${JSON.stringify(folder)}); gc(); await new Promise((resolve) => setTimeout(resolve, 50)); gc(); console.log('taken'); setInterval(() => {}, 1000)`
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', take],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  expect(() => takeServiceFolder(folder)).toThrow(
    expect.objectContaining({ message: expect.stringContaining(`process ${child.pid}`) }),
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  takeServiceFolder(folder).release()
})
