BEGIN TRANSACTION;
CREATE TABLE advice_cache (
	organization_id TEXT DEFAULT 'default' NOT NULL, 
	"key" TEXT NOT NULL, 
	created_at DATETIME NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (organization_id, "key")
);
CREATE TABLE calibrators (
	organization_id TEXT DEFAULT 'default' NOT NULL, 
	fitted_at DATETIME NOT NULL, 
	data TEXT NOT NULL, 
	CONSTRAINT pk_calibrators PRIMARY KEY (organization_id, fitted_at)
);
CREATE TABLE confidence_logs (
	id TEXT NOT NULL, 
	job_id TEXT NOT NULL, 
	step_number INTEGER NOT NULL, 
	attempt INTEGER NOT NULL, 
	timestamp DATETIME NOT NULL, 
	raw_ai_confidence FLOAT NOT NULL, 
	calculated_confidence SMALLINT NOT NULL, 
	final_confidence SMALLINT NOT NULL, 
	factors TEXT NOT NULL, 
	boosters_applied TEXT NOT NULL, 
	penalties_applied TEXT NOT NULL, 
	action TEXT NOT NULL, 
	threshold_used TEXT NOT NULL, 
	gates TEXT NOT NULL, 
	applied BOOLEAN NOT NULL, 
	succeeded BOOLEAN, 
	organization_id TEXT, 
	user_id TEXT, 
	recording_id TEXT, 
	fingerprint_id TEXT, 
	experiment_id TEXT, 
	variant TEXT NOT NULL, 
	proposer TEXT NOT NULL, 
	probability FLOAT, 
	margin FLOAT, advice TEXT, 
	PRIMARY KEY (id)
);
INSERT INTO "confidence_logs" VALUES('675a6590fd1e/1/1','675a6590fd1e',1,1,'2026-11-16 05:58:53.179349',99.0,92,100,'{"aiConfidence":99.0,"labelSimilarity":100,"typeSimilarity":100,"positionProximity":75,"selectorUniqueness":100,"selectorStability":100,"cacheSuccessRate":0,"pagePatternConfidence":0}','["exact_label_match","unique_selector"]','[]','apply_with_flag','{"autoApply":80,"applyWithFlag":60,"suggestOnly":40}','[{"name":"risky_step","atMost":"apply_with_flag","reason":"the step may not be undone (it says ''pay now'')"}]',1,1,'acme','ann',NULL,'12ad848f1e69a9dfeb9bdafa',NULL,'default','engine',0.99,0.99,NULL);
CREATE TABLE configs (
	organization_id TEXT DEFAULT 'default' NOT NULL, 
	scope TEXT NOT NULL, 
	subject TEXT NOT NULL, 
	data TEXT NOT NULL, 
	CONSTRAINT pk_configs PRIMARY KEY (organization_id, scope, subject)
);
INSERT INTO "configs" VALUES('acme','recording','checkout.json','{"recordingId":"checkout.json","healingEnabled":null,"mode":"conservative","customThresholds":null}');
INSERT INTO "configs" VALUES('acme','user','ann','{"thresholds":{"autoApply":85,"applyWithFlag":65,"suggestOnly":45},"mode":null,"notifications":{"emailOnFlagged":false,"emailOnSuggestion":false,"slackWebhook":null}}');
CREATE TABLE experiments (
	organization_id TEXT DEFAULT 'default' NOT NULL, 
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	status TEXT NOT NULL, 
	start_date DATETIME NOT NULL, 
	data TEXT NOT NULL, 
	CONSTRAINT pk_experiments PRIMARY KEY (organization_id, id)
);
INSERT INTO "experiments" VALUES('acme','bolder','bolder','active','2026-11-16 05:59:13.997310','{"id":"bolder","name":"bolder","variants":{"control":{"autoApply":80,"applyWithFlag":60,"suggestOnly":40},"treatment":{"autoApply":70,"applyWithFlag":50,"suggestOnly":30}},"allocation":50.0,"startDate":"2026-11-16T05:59:13.997310+00:00","endDate":null,"status":"active","unit":"user"}');
CREATE TABLE healing_evidence (
	entry_id TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	runners_up TEXT NOT NULL, 
	"before" BLOB, 
	"after" BLOB, 
	PRIMARY KEY (entry_id)
);
INSERT INTO "healing_evidence" VALUES('675a6590fd1e/1/1','it still holds: same role ''button'' named ''Pay now'', and nothing contradicts','[]',NULL,NULL);
CREATE TABLE healing_notifications (
	entry_id TEXT NOT NULL, 
	job_id TEXT NOT NULL, 
	step_number INTEGER NOT NULL, 
	old_selector TEXT NOT NULL, 
	new_selector TEXT NOT NULL, 
	confidence SMALLINT NOT NULL, 
	action TEXT NOT NULL, 
	status TEXT NOT NULL, 
	created_at DATETIME NOT NULL, 
	PRIMARY KEY (entry_id)
);
INSERT INTO "healing_notifications" VALUES('675a6590fd1e/1/1','675a6590fd1e',1,'page.locator("#pay")','page.get_by_role("button", name="Pay now", exact=True)',100,'apply_with_flag','accepted','2026-11-16 05:58:53.179349');
CREATE TABLE healings (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	entry_id TEXT NOT NULL, 
	job_id TEXT NOT NULL, 
	step_number INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	confidence SMALLINT NOT NULL, 
	action TEXT NOT NULL, 
	recording_id TEXT, 
	step_id TEXT, 
	fingerprint_id TEXT, 
	label TEXT NOT NULL, 
	url TEXT NOT NULL, 
	old_selector TEXT NOT NULL, 
	new_selector TEXT NOT NULL, 
	fingerprint TEXT, 
	review_state TEXT NOT NULL, 
	reviewed_at DATETIME, 
	reviewer TEXT, 
	reason TEXT, picked INTEGER, organization_id TEXT DEFAULT 'default' NOT NULL, 
	UNIQUE (entry_id)
);
INSERT INTO "healings" VALUES(1,'675a6590fd1e/1/1','675a6590fd1e',1,'2026-11-16 05:58:53.179349',100,'apply_with_flag',NULL,'test_shop.py/test_pay/f049af3129','12ad848f1e69a9dfeb9bdafa','Pay now','https://shop.example/','page.locator("#pay")','page.get_by_role("button", name="Pay now", exact=True)','{"format":"holdfast-fingerprint/1","target":15,"strategies":[{"type":"cdp_semantic","confidence":0.95,"metadata":{"role":"button","name":"Pay now"}},{"type":"cdp_power","confidence":0.9,"metadata":{"by":"text","value":"Pay now"}},{"type":"dom_selector","confidence":0.85,"selector":".go","metadata":{}},{"type":"css_selector","confidence":0.75,"selector":"form > div > button:nth-of-type(2)","metadata":{}},{"type":"evidence_scoring","confidence":0.8,"metadata":{"endpoint":{"x":104.775,"y":201.38},"attributes":{"tagName":"button","classList":["go"]},"viewport":{"width":1280,"height":720},"scroll":{"x":0,"y":0}}},{"type":"vision_ocr","confidence":0.7,"metadata":{"targetText":"Pay now","scroll":{"x":0,"y":0},"viewport":{"width":1280,"height":720},"textBbox":{"x":69.16,"y":190.88,"width":71.23,"height":21.0}}},{"type":"coordinates","confidence":0.6,"metadata":{"x":104.775,"y":201.38,"box":{"x":69.16,"y":190.88,"width":71.23,"height":21.0},"attributes":{"tagName":"button","classList":["go"]},"viewport":{"width":1280,"height":720},"scroll":{"x":0,"y":0}}},{"type":"dsl_identity","confidence":0.61,"metadata":{"dsl":{"version":"1.0","anchor":{"tag":"form","semantics":{},"score":0.6,"degraded":false},"path":[],"target":{"tag":"button","semantics":{"classes":["go"],"text":{"raw":"Pay now","normalized":"Pay now"}},"score":0.6},"constraints":[],"fallback":{"onMissing":"anchor-only","maxDepth":3},"meta":{"confidence":0.61,"degraded":false}}}},{"type":"similarity","confidence":1.0,"metadata":{}}],"identity":"content","page":{"format":"holdfast-snapshot/1","url":"https://shop.example/","title":"Shop","viewport":[1280,720],"scroll":[0,0],"deviceScale":1,"compact":true,"tags":["html","head","title","body","main","h1","p","ul","li","li","form","label","input","div","button","button"],"up":[0,0,0,2,0,0,1,1,0,1,2,0,0,2,0,1],"attributes":{"name":{"at":[12],"values":["mail"]},"class":{"at":[13,2],"values":["row","go"]},"type":{"at":[14],"values":["button"]}},"runs":{"at":[3,3,1,2,1,2,3,1],"up":[0,0,0,0,0,0,0,0],"texts":["Shop","Basket","Two stoves, one kettle.","Stove","Kettle","Mail ","Cancel","Pay now"]},"boxes":[[0,0,1280,219.9],null,null,[8,21.4,1264,190.4],[8,21.4,1264,190.4],[8,21.4,1264,38],[8,80.9,1264,19],[8,115.9,1264,38],[48,115.9,1224,19],[48,134.9,1224,19],[8,169.9,1264,42],[8,169.9,216.6,19],[45.6,169.9,179,21],[8,190.9,1264,21],[8,190.9,61.2,21],[69.2,190.9,71.2,21]],"hidden":[1,1]}}','accepted','2026-11-16 05:58:56.823787','ann',NULL,NULL,'acme');
CREATE TABLE holdfast_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT holdfast_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "holdfast_version" VALUES('0004');
CREATE TABLE outcome_cache (
	organization_id TEXT DEFAULT 'default' NOT NULL, 
	kind TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	successes INTEGER NOT NULL, 
	tries INTEGER NOT NULL, 
	CONSTRAINT pk_outcome_cache PRIMARY KEY (organization_id, kind, "key")
);
INSERT INTO "outcome_cache" VALUES('acme','fingerprint','12ad848f1e69a9dfeb9bdafa',1,1);
INSERT INTO "outcome_cache" VALUES('acme','pattern','shop.example/',1,1);
CREATE TABLE portal_sessions (
	session_hash TEXT NOT NULL, 
	token_hash TEXT NOT NULL, 
	expires_at DATETIME NOT NULL, 
	PRIMARY KEY (session_hash)
);
CREATE TABLE portal_tokens (
	token_hash TEXT NOT NULL, 
	organization_id TEXT NOT NULL, 
	user_id TEXT NOT NULL, 
	created_at DATETIME NOT NULL, 
	PRIMARY KEY (token_hash)
);
CREATE TABLE recordings (
	organization_id TEXT DEFAULT 'default' NOT NULL, 
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	path TEXT NOT NULL, 
	start_url TEXT NOT NULL, 
	updated_at DATETIME, 
	CONSTRAINT pk_recordings PRIMARY KEY (organization_id, id)
);
INSERT INTO "recordings" VALUES('acme','checkout.json','checkout','checkout.json','https://shop.example/','2026-11-16 05:58:53.887328');
CREATE TABLE runs (
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	recording_id TEXT, 
	organization_id TEXT, 
	user_id TEXT, 
	started_at DATETIME NOT NULL, 
	ended_at DATETIME, 
	passed BOOLEAN, 
	steps INTEGER NOT NULL, 
	held_steps INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "runs" VALUES('675a6590fd1e','',NULL,'acme','ann','2026-11-16 05:58:53.177866','2026-11-16 05:58:53.636449',1,1,0);
INSERT INTO "runs" VALUES('76e3bf245287','checkout','checkout.json','acme','ann','2026-11-16 05:58:54.121121','2026-11-16 05:58:55.152370',1,3,2);
CREATE INDEX ix_runs_started_at ON runs (started_at);
CREATE INDEX ix_confidence_logs_experiment_id ON confidence_logs (experiment_id);
CREATE INDEX ix_confidence_logs_timestamp ON confidence_logs (timestamp);
CREATE INDEX ix_healings_review_state ON healings (review_state);
CREATE INDEX ix_healings_step ON healings (recording_id, step_id);
CREATE INDEX ix_confidence_logs_organization ON confidence_logs (organization_id, timestamp);
CREATE UNIQUE INDEX ux_experiments_active ON experiments (organization_id, status) WHERE status = 'active';
CREATE INDEX ix_healings_job_id ON healings (job_id);
CREATE INDEX ix_healings_queue ON healings (organization_id, review_state, action, confidence, number, recording_id);
CREATE INDEX ix_healings_fingerprint_id ON healings (fingerprint_id, number);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('healings',1);
COMMIT;
