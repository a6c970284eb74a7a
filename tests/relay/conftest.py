from redis_server import mortal_redis, redis_url

__all__ = ["mortal_redis", "redis_url"]
