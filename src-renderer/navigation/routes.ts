import type { RouteRecordRaw } from 'vue-router'

/** The page always shows the library; the address gives what is open on top of it. */
const nothing = { render: () => null }

/** See `compared.ts`. */
const COMPARED = '[\\w@.,-]+'

export const routes: RouteRecordRaw[] = [
  { path: '/', name: 'library', component: nothing },
  { path: '/photo/:photo(\\d+)', name: 'photo', component: nothing },
  { path: '/map', name: 'map', component: nothing },
  { path: '/map/photo/:photo(\\d+)', name: 'map-photo', component: nothing },
  { path: '/compare', name: 'compare', component: nothing },
  { path: '/bursts', name: 'bursts', component: nothing },
  { path: '/duplicates', name: 'duplicates', component: nothing },
  { path: '/duplicates/photo/:photo(\\d+)', name: 'duplicates-photo', component: nothing },
  { path: '/learned', name: 'learned', component: nothing },
  { path: '/learned/photo/:photo(\\d+)', name: 'learned-photo', component: nothing },
  { path: '/people', name: 'people', component: nothing },
  { path: '/people/photo/:photo(\\d+)', name: 'people-photo', component: nothing },
  { path: `/similar/:by(content|colors)/:query(${COMPARED})`, name: 'similar', component: nothing },
  {
    path: `/similar/:by(content|colors)/:query(${COMPARED})/photo/:photo(\\d+)`,
    name: 'similar-photo',
    component: nothing,
  },
  { path: '/:rest(.*)*', redirect: '/' },
]
