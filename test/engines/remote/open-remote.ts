import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import sharp from 'sharp'
import { EngineChoice, type RemoteState } from '../../../src-main/contract/library/remote.ts'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import { createRemoteEngine } from '../../../src-main/engines/remote/create-remote-engine.ts'
import type { RemoteMemory } from '../../../src-main/engines/remote/memory/remote-memory.ts'
import type { RemoteEngine, RemoteEngineOptions } from '../../../src-main/engines/remote/remote-types.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import { createStandIn } from './local-stand-in.ts'
import type { FakeService } from './fake-service.ts'

export type OpenedRemote = {
  engine: RemoteEngine
  memory: RemoteMemory
  lines: string[]
  states: RemoteState[]
  local: ReturnType<typeof createStandIn>
}

/** Pauses short enough for tests, with the same order of events. Answers may take as long as a busy machine needs. */
export const fast = { requestMs: 30_000, retryMs: 10, firstBackOffMs: 40, longestBackOffMs: 200, forbiddenMs: 60 }

/** A remote engine over a stand-in for the local one and a real catalogue's memory; closes with the test. */
export function openRemote(
  service: Pick<FakeService, 'address'>,
  choice: Partial<EngineChoice> = {},
  { savesOutcomes = true, ...options }: Partial<RemoteEngineOptions> & { savesOutcomes?: boolean } = {},
): OpenedRemote {
  const lines: string[] = []
  const states: RemoteState[] = []
  const note = (message: string, details?: object) => void lines.push(`${message} ${JSON.stringify(details ?? {})}`)
  const catalog = options.memory === undefined ? openCatalog(tempFolder('remote'), { now: options.now }) : null
  const kept = options.memory ?? catalog!.remote
  // Saving an outcome also deletes its cached answers.
  const memory: RemoteMemory = savesOutcomes ? { ...kept, answerOf: () => null } : kept
  const local = createStandIn()
  const engine = createRemoteEngine({
    local,
    choice: EngineChoice.parse({
      engine: 'remote',
      address: service.address,
      operations: ['tags', 'categories', 'croppings', 'colors', 'faces'],
      ...choice,
    }),
    credentials: { key: 'my-key', secret: 'my-secret' },
    log: { debug: note, info: note, warn: note },
    concepts: () => openVocabulary(resourcesDir),
    timing: fast,
    onState: (state) => states.push(state),
    ...options,
    memory,
  })
  onTestFinished(async () => {
    await engine.close()
    catalog?.close()
  })
  return { engine, memory, lines, states, local }
}

/** A photo with its own content. */
export async function makePhoto(shade = 120, { width = 1200, height = 900 } = {}): Promise<string> {
  const path = join(tempFolder('photo'), `photo-${shade}.jpg`)
  await sharp({ create: { width, height, channels: 3, background: { r: (shade * 16) % 256, g: 80, b: 40 } } })
    .jpeg()
    .toFile(path)
  return path
}
