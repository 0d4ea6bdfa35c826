/** All that the browser runs. Pages are complete without it; React stays on the server (docs/decisions/0002). */
import './enhance/main.ts'
