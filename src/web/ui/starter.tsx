/**
 * The page first, its manners after: on a slow connection neither the script nor the display face takes a byte from
 * the page and its style before something is painted. Who comes from another page of ours has both at hand, and both
 * begin at once. Stands before the stylesheet, for which an inline script would have to wait.
 */
export function Starter({ scriptUrl, nonce }: { scriptUrl: string; nonce: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant text and an address of the build
    <script nonce={nonce} dangerouslySetInnerHTML={{ __html: startOf(scriptUrl) }} />
  )
}

/**
 * Small enough to stand in every page; the script finds it complete. A browser that tells no paints, and a page in the
 * back, start after loading.
 */
function startOf(scriptUrl: string): string {
  return `(page=>{
let begun;
const start=()=>{
if(document.readyState==="loading")return addEventListener("DOMContentLoaded",start);
if(begun)return;begun=1;delete page.dataset.face;import(${JSON.stringify(scriptUrl)})
};
if(document.referrer.startsWith(location.origin+"/"))return start();
page.dataset.face="later";
new PerformanceObserver(start).observe({type:"paint",buffered:true});
addEventListener("load",()=>setTimeout(start,1e3))
})(document.documentElement)`
}
