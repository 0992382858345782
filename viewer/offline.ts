/**
 * WebRTC asks no content security policy before it talks to an address. It is the one way out that a page has besides,
 * so it is taken away before the viewer hears of any piece. A frame made inside an opaque origin is another one, from
 * which the constructor cannot be had back.
 */
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(globalThis, name)
