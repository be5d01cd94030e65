import { createPinia } from 'pinia'
import { createApp, type App as VueApp } from 'vue'
import { createRouter, createWebHashHistory, type Router, type RouterHistory } from 'vue-router'
import type { Connection } from '../client/connection.ts'
import { connectionKey } from '../client/use-client.ts'
import App from './App.vue'
import ClosedPage from './ClosedPage.vue'
import { routes } from '../navigation/routes.ts'

/** The complete window on a connection; tests give their own connection and history. */
export function createLumafold(
  connection: Connection,
  history: RouterHistory = createWebHashHistory(),
): { app: VueApp; router: Router } {
  const app = createApp(connection.state.value === 'closed' ? ClosedPage : App)
  const router = createRouter({ history, routes })
  app.provide(connectionKey, connection)
  app.use(createPinia())
  app.use(router)
  return { app, router }
}
