/** The half of PDF.js that takes documents apart; loading it makes it known to the other half. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs'
