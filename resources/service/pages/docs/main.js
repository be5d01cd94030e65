import { offerCopies } from './copy.js'
import { rememberLanguage } from './language.js'
import { offerSearch } from './search.js'
import { markPlace } from './place.js'

rememberLanguage()
markPlace()
offerCopies()
offerSearch()
