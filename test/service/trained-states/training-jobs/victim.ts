import { openTrainingNode, trip } from './open-training-node.ts'

/**
 * A node that requests a training and stops within it, or (`calling`) when it hands over the callback. It then prints
 * the ticket, and waits to be killed: `node victim.ts DATABASE training|calling`.
 */
const [url = '', stage = ''] = process.argv.slice(2)

const asked = Promise.withResolvers<string>()
const stopHere = async () => {
  process.stdout.write(await asked.promise)
  await new Promise(() => setInterval(() => {}, 1000))
}
const { indexes } = await openTrainingNode(url, {
  onTraining: async () => {
    if (stage === 'training') await stopHere()
  },
  call: stopHere,
})
await indexes.save(trip, 'one', Float32Array.of(1, 2))
asked.resolve(await indexes.train(trip, 'http://me'))
