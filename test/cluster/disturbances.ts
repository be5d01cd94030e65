import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from '../fixtures/cluster/cluster.ts'
import type { ClusterNode } from '../fixtures/cluster/cluster-node.ts'
import { pick } from './lane.ts'
import type { RunState } from './run-state.ts'

/** The parts taken down while clients work, and when, in seconds from the start. */
export type Schedule = {
  seconds: number
  /** A node is killed each time and restarted at once. */
  killEvery: number
  postgresRestartAt: number
  objectsAwayAt: number
  objectsAwayFor: number
  /** Nothing is taken down in the last of them. */
  calmSeconds: number
  /** An account is deleted during its work. */
  removalAt: number
  /** Whether a node is stopped and restarted in the end, which nobody may notice. */
  endsInOrder: boolean
}

/** Disturbs the cluster; resolves when everything is back and the calm at the end is over. Counts kills. */
export async function disturb(
  cluster: Cluster,
  schedule: Schedule,
  { state, random }: { state: RunState; random: () => number },
): Promise<number> {
  const began = Date.now()
  const at = (seconds: number) => pause(Math.max(0, began + seconds * 1000 - Date.now()))
  const last = schedule.seconds - schedule.calmSeconds
  let kills = 0
  const kill = async () => {
    for (let due = schedule.killEvery / 2; due < last; due += schedule.killEvery) {
      await at(due)
      const node = pick(cluster.nodes, random)!
      kills += 1
      await state.disturb('node', `node ${node.number} is killed`, () => killAndStart(node))
    }
  }
  const restartPostgres = async () => {
    const mode = random() < 0.5 ? 'fast' : 'immediate'
    await at(schedule.postgresRestartAt)
    await state.disturb('database', `PostgreSQL is restarted (${mode})`, async () => {
      await cluster.postgres.stop(mode)
      await cluster.postgres.start()
    })
  }
  const takeObjects = async () => {
    await at(schedule.objectsAwayAt)
    await state.disturb('objects', `the object store is away for ${schedule.objectsAwayFor} s`, async () => {
      await cluster.objects.stop()
      await pause(schedule.objectsAwayFor * 1000)
      await cluster.objects.start()
    })
  }
  await Promise.all([kill(), restartPostgres(), takeObjects()])
  await at(schedule.seconds)
  while (state.isDisturbed) await pause(100)
  if (schedule.endsInOrder) await restartInOrder(pick(cluster.nodes, random)!, state)
  return kills
}

/** A node asked to stop drains first: clients notice nothing, so this is not a disturbance. */
async function restartInOrder(node: ClusterNode, state: RunState): Promise<void> {
  state.note(`node ${node.number} is stopped in order and started again`)
  const code = await node.stop()
  if (code !== 0) state.fault(`node ${node.number} ended with ${code}`)
  await node.start()
}

/** Operators restart a node until it stays up, which it does not while PostgreSQL is down. */
async function killAndStart(node: ClusterNode): Promise<void> {
  await node.kill()
  for (let tries = 1; ; tries++)
    try {
      return await node.start()
    } catch (error) {
      if (tries === 20) throw error
      await node.kill()
      await pause(500)
    }
}
