import { connect } from './client/connect.ts'
import './styles/index.css'

// The first calls are on their way while the program is loaded.
const program = import('./app/create-lumafold.ts')
const connection = connect(window)
const { startWindow } = await program
await startWindow(connection)
