import { createLumafold } from './app/create-lumafold.ts'
import { connect } from './client/connect.ts'
import './styles/index.css'

const { app } = createLumafold(connect(window))
app.mount('#app')
