import './offline.ts'
import '../shared/theme/tokens.css'
import './viewer.css'
import { startViewer } from './connect.ts'
import { showMembers } from './archive/archiveView.ts'
import { showHex } from './hex/hexView.ts'
import { showImage } from './image/imageView.ts'
import { showMail } from './mail/mailView.ts'
import { showAudio, showVideo } from './media/mediaView.ts'
import { showTable } from './table/tableView.ts'
import { showText } from './text/textView.ts'

startViewer({
  image: showImage,
  text: showText,
  table: showTable,
  audio: showAudio,
  video: showVideo,
  hex: showHex,
  members: showMembers,
  mail: showMail,
})
