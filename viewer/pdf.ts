import './offline.ts'
import '../shared/theme/tokens.css'
import './viewer.css'
import './pdf/pdf.css'
import { startViewer } from './connect.ts'
import { showPdf } from './pdf/pdfView.ts'

startViewer({ pdf: showPdf })
