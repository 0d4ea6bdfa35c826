import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startWhatsappSimulator } from '../../simulator/whatsapp/server.ts'
import { startTestSimulator } from './test-simulator.ts'

/** Returns the status of a request with these headers, which `fetch` would not send. */
function ask(
  url: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> },
) {
  return new Promise<number | undefined>((resolve, reject) => {
    request(url, { method, headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .once('error', reject)
      .end()
  })
}

async function simulators(): Promise<string[]> {
  const simulator = await startTestSimulator()
  const phones = await startWhatsappSimulator({
    ...{
      port: 0,
      webhookUrl: 'http://127.0.0.1:9/webhooks/whatsapp',
      phoneNumberId: '1',
      businessAccountId: '2',
    },
    ...{ accessToken: 'token', appSecret: 'secret' },
  })
  onTestFinished(() => phones.close())
  return [simulator.url, phones.url]
}

test('another site whose name resolves to this machine reads neither payments nor telephones', async () => {
  for (const url of await simulators()) {
    for (const path of ['/', '/healthz', '/sim/faults', '/v1/payments/search'])
      expect([path, await ask(url + path, { headers: { host: 'outro.exemplo' } })]).toEqual([path, 421])
    for (const host of ['localhost:3001', '127.0.0.1', '[::1]:3001'])
      expect([host, await ask(`${url}/`, { headers: { host } })]).toEqual([host, 200])
  }
})

test('a form from another site changes nothing, and one from our pages does', async () => {
  for (const url of await simulators()) {
    const post = (origin: string) => ask(`${url}/sim/faults`, { method: 'POST', headers: { origin } })
    for (const origin of ['https://outro.exemplo', 'null', 'http://localhost.outro.exemplo'])
      expect([origin, await post(origin)]).toEqual([origin, 421])
    for (const origin of [url, 'http://localhost:3000']) expect(await post(origin)).not.toBe(421)
  }
})
