/**
 * Entry script of the browser. Pages work without it; React stays on the server (docs/decisions/0002), except in the parts of
 * pages that it hydrates (docs/decisions/0033).
 */
import './enhance/main.ts'
