/** The only script of the browser. Pages work without it; React stays on the server (docs/decisions/0002). */
import './enhance/main.ts'
