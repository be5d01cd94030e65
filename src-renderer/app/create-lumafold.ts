import { createPinia, disposePinia } from 'pinia'
import { createApp, defineAsyncComponent, nextTick, type App as VueApp, type Component } from 'vue'
import { createRouter, createWebHashHistory, type Router, type RouterHistory } from 'vue-router'
import type { Connection } from '../client/connection.ts'
import { connectionKey } from '../client/use-client.ts'
import { useToasts } from '../client/use-toasts.ts'
import App from './App.vue'
import ClosedPage from './ClosedPage.vue'
import { followFaults } from './follow-faults.ts'
import { SECOND_WINDOW_PATH } from '../../src-main/contract/shell/second-window-path.ts'
import { startLanguage } from '../locales/start-language.ts'
import { routes } from '../navigation/routes.ts'

const SecondWindow = defineAsyncComponent(() => import('./SecondWindow.vue'))
/** The page of the main window, or of the second one, by the address. */
const rootOf = (address: Location): Component => (address.pathname === SECOND_WINDOW_PATH ? SecondWindow : App)

/** Shows the window in the page. */
export async function startWindow(connection: Connection): Promise<void> {
  const { app } = createLumafold(connection)
  await startLanguage()
  app.mount('#app')
}

/** The complete window on a connection; tests give their own connection, history and root. */
export function createLumafold(
  connection: Connection,
  history: RouterHistory = createWebHashHistory(),
  root: Component = rootOf(location),
): { app: VueApp; router: Router } {
  const app = createApp(connection.state.value === 'closed' ? ClosedPage : root)
  const router = createRouter({ history, routes })
  app.provide(connectionKey, connection)
  const pinia = createPinia()
  app.use(pinia)
  app.use(router)
  followFaults(app, connection.client, useToasts(pinia))
  // Stores listen to the page, and would keep a window that has gone. Vue calls this before it removes the window.
  app.onUnmount(() => void nextTick(() => disposePinia(pinia)))
  return { app, router }
}
