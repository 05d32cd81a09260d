// Lets the site's search work from a folder: there browsers start no workers, so a frame does.
// The theme would fetch such a script from a server; nothing of this site is fetched.
if (location.protocol === 'file:') {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement('iframe');
      frame.hidden = true;
      document.documentElement.append(frame);
      this.inner = frame.contentWindow;
      this.inner.IFrameWorker = true;
      this.inner.postMessage = data => this.dispatchEvent(new MessageEvent('message', { data }));
      this.ready = new Promise(resolve => {
        const script = frame.contentDocument.createElement('script');
        script.src = url;
        script.onload = resolve;
        frame.contentDocument.documentElement.append(script);
      });
    }

    async postMessage(data) {
      await this.ready;
      this.inner.dispatchEvent(new this.inner.MessageEvent('message', { data }));
    }

    terminate() {
      this.inner.frameElement.remove();
    }
  };
}
