import { expect, onTestFinished, test } from 'vitest'
import { openServiceData } from '../../../../src-main/service/open-service-data.ts'
import { resourcesDir, tempFolder } from '../../../fixtures/folders.ts'
import { createTestDatabase, hasPostgres } from '../../../fixtures/postgres/test-database.ts'
import { silentLog } from '../../temp-data.ts'

test.skipIf(!hasPostgres)('a node that keeps pictures in another place than the running nodes is refused', async () => {
  const { url: database, drop } = await createTestDatabase()
  onTestFinished(drop)
  const objects = tempFolder('objects')
  const open = (more: { objects?: string }) =>
    openServiceData({ dataDir: tempFolder('node'), database, resourcesDir, log: silentLog, ...more })
  const shared = [await open({ objects }), await open({ objects: `${objects}/../${objects.split('/').at(-1)}` })]
  await expect(open({})).rejects.toThrow('this one is set to a folder of the node alone')
  for (const data of shared) await data.close()
  const alone = await open({})
  await expect(open({ objects })).rejects.toThrow('keep pictures in a folder of the node alone')
  await alone.close()
})
