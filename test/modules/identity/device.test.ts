import { expect, test } from 'vitest'
import { deviceOf } from '../../../src/modules/identity/domain/device.ts'
import { deviceText } from '../../../src/web/copy/account.ts'

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A155M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    'Chrome no Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-A145M) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
    'Samsung Internet no Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari no iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 340.0',
    'Instagram no iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    'Edge no Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox no Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari no Mac',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15', 'Aparelho com iPad'],
  ['Instagram 340.0 FBAN/FBIOS Safari/604.1 iPad', 'Instagram no iPad'],
  ['Mozilla/5.0 (iPhone) FBAN/FBIOS Safari/604.1', 'Facebook no iPhone'],
  ['Mozilla/5.0 (Linux; Android 14) FBAV/480 Chrome/131.0 Safari/537.36', 'Facebook no Android'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0 Safari/537.36 OPR/115.0', 'Opera no Windows'],
  ['Mozilla/5.0 (X11; CrOS x86_64) Chrome/131.0.0.0 Safari/537.36', 'Chrome no Chromebook'],
  ['<script>alert(1)</script>', 'Aparelho desconhecido'],
  ['', 'Aparelho desconhecido'],
])('%s is called %s', (userAgent, text) => {
  expect(deviceText(deviceOf(userAgent))).toBe(text)
})
