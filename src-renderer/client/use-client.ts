import { inject, type InjectionKey } from 'vue'
import type { Client, Connection } from './connection.ts'

export const connectionKey: InjectionKey<Connection> = Symbol('connection')

/** The connection of the application; works in components and in stores. */
export function useConnection(): Connection {
  const connection = inject(connectionKey)
  if (!connection) throw new Error('The application was made without a connection.')
  return connection
}

export function useClient(): Client {
  return useConnection().client
}
