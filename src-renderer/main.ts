import { createLumafold } from './app/create-lumafold.ts'
import { connect } from './client/connect.ts'
import { startLanguage } from './locales/start-language.ts'
import './styles/index.css'

const { app } = createLumafold(connect(window))
await startLanguage()
app.mount('#app')
