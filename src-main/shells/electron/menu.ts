import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { DesktopTexts } from '../../contract/shell/desktop-texts.ts'

type Item = MenuItemConstructorOptions
const line: Item = { type: 'separator' }

/** What the entries do that are not the system's own. */
type MenuCommands = { addFolder(): void; showSecond(view: 'loupe' | 'grid'): void }

/** Sets the menu bar in the language of the texts. */
export function setMenu(texts: DesktopTexts, { addFolder, showSecond }: MenuCommands): void {
  const isMac = process.platform === 'darwin'
  const add: Item = { label: texts.addFolder, accelerator: 'CmdOrCtrl+O', click: addFolder }
  const end: Item = isMac ? { role: 'close', label: texts.closeWindow } : { role: 'quit', label: texts.quit }
  const template: Item[] = [
    ...(isMac ? [{ role: 'appMenu' as const, submenu: appItems(texts) }] : []),
    { label: texts.menuFile, submenu: [add, line, end] },
    { label: texts.menuEdit, submenu: editItems(texts) },
    { label: texts.menuView, submenu: viewItems(texts, showSecond) },
    { label: texts.menuWindow, role: 'windowMenu', submenu: windowItems(texts, isMac) },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

const appItems = (texts: DesktopTexts): Item[] => [
  { role: 'about', label: texts.about },
  line,
  { role: 'services', label: texts.services },
  line,
  { role: 'hide', label: texts.hide },
  { role: 'hideOthers', label: texts.hideOthers },
  { role: 'unhide', label: texts.showAll },
  line,
  { role: 'quit', label: texts.quit },
]

const editItems = (texts: DesktopTexts): Item[] => [
  { role: 'undo', label: texts.undo },
  { role: 'redo', label: texts.redo },
  line,
  { role: 'cut', label: texts.cut },
  { role: 'copy', label: texts.copy },
  { role: 'paste', label: texts.paste },
  { role: 'delete', label: texts.delete },
  line,
  { role: 'selectAll', label: texts.selectAll },
]

const viewItems = (texts: DesktopTexts, showSecond: MenuCommands['showSecond']): Item[] => [
  { role: 'reload', label: texts.reload },
  { role: 'toggleDevTools', label: texts.developerTools },
  line,
  { role: 'resetZoom', label: texts.actualSize },
  { role: 'zoomIn', label: texts.zoomIn },
  { role: 'zoomOut', label: texts.zoomOut },
  { role: 'togglefullscreen', label: texts.fullScreen },
  line,
  { label: texts.secondLoupe, click: () => showSecond('loupe') },
  { label: texts.secondGrid, click: () => showSecond('grid') },
]

const windowItems = (texts: DesktopTexts, isMac: boolean): Item[] => [
  { role: 'minimize', label: texts.minimize },
  ...(isMac ? [{ role: 'zoom' as const, label: texts.zoomWindow }] : []),
  { role: 'close', label: texts.closeWindow },
]
