// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {LoanMath} from "../loans/LoanMath.sol";
import {IPool} from "./IPool.sol";
import {PoolMath} from "./PoolMath.sol";

/// @title A token with its own pool: the base of TIDE and of every launched token
/// @dev The quote token is USDB or TIDE. Both are contracts of the platform and run no code of the recipient, so a
/// transfer cannot reenter. The token reserve is not stored: it follows from the supply.
abstract contract Pool is ERC20, IPool {
    using SafeERC20 for IERC20;

    uint8 internal constant BUY = 0;
    uint8 internal constant SELL = 1;
    uint8 internal constant LEVERAGED_BUY = 2;
    uint64 private constant TIME_BITS = 40;

    /// @inheritdoc IPool
    address public immutable token1;
    /// @inheritdoc IPool
    uint256 public immutable hybridMultiplier;
    /// @inheritdoc IPool
    uint256 public immutable baseReserve0;
    /// @inheritdoc IPool
    uint256 public immutable baseReserve1;
    /// @inheritdoc IPool
    uint256 public immutable creationBlock;
    /// @inheritdoc IPool
    uint256 public immutable creationTime;

    uint128 private _reserve1;
    /// The highest floor computed so far. The exact floor never falls, so an earlier lower bound stays valid; keeping
    /// the highest removes the rounding error of the later ones.
    uint128 private _maxFloor;

    uint64 private _lastTradeBlock;
    /// Lower 40 bits: time in seconds. Upper 24 bits: number of trades, modulo 2^24. The number makes every trade change
    /// this slot. Otherwise the second trade of a block would not change it and would cost less gas, and an estimate
    /// made from that trade would be too low for a trade in the next block.
    uint64 private _lastTradeTime;
    /// @inheritdoc IPool
    bool public projectedVetted;
    uint128 private _lent;

    modifier onlySwap() {
        if (msg.sender != SWAP()) revert OnlySwap();
        _;
    }

    constructor(address quote, uint256 multiplier, uint256 base0, uint256 base1, uint256 quoteUsdPrice) {
        token1 = quote;
        hybridMultiplier = multiplier;
        baseReserve0 = base0;
        baseReserve1 = base1;
        creationBlock = block.number;
        creationTime = block.timestamp;
        _reserve1 = _toUint128(base1);
        _maxFloor = _toUint128(Math.mulDiv(base1, PoolMath.WAD, base0));
        uint256 value = Math.mulDiv(base1, quoteUsdPrice, PoolMath.WAD);
        emit LiquidityAdded(base0, value, 2 * value);
        emit Sync(base0, base1);
    }

    /// @inheritdoc IPool
    function SetProjectVetted(bool vetted) external {
        if (msg.sender != CEO()) revert OnlyOperator();
        projectedVetted = vetted;
    }

    /// @inheritdoc IPool
    function CEO() public view virtual returns (address);

    /// @inheritdoc IPool
    function SWAP() public view virtual returns (address);

    /// @inheritdoc IPool
    function reserve0() public view returns (uint256) {
        return _scaledReserve0() / PoolMath.SCALE;
    }

    /// @inheritdoc IPool
    function reserve1() public view returns (uint256) {
        return _reserve1;
    }

    /// @inheritdoc IPool
    function getReserves() external view returns (uint256, uint256, uint256 blockTimestampLast) {
        uint256 time = uint40(_lastTradeTime);
        return (reserve0(), _reserve1, time == 0 ? creationTime : time);
    }

    /// @inheritdoc IPool
    function getLiquidity() external view returns (uint256) {
        return _reserve1 - baseReserve1;
    }

    /// @inheritdoc IPool
    function lent() public view returns (uint256) {
        return _lent;
    }

    /// @inheritdoc IPool
    function collateralValue(uint256 amount) public view returns (uint256) {
        if (hybridMultiplier == PoolMath.STABLE_MULTIPLIER) return LoanMath.valueAtPrice(amount, _scaledReserve0(), _reserve1);
        return LoanMath.valueAtFloor(amount, _floorPrice());
    }

    /// @inheritdoc IPool
    function collateralFor(uint256 value) public view returns (uint256) {
        if (hybridMultiplier == PoolMath.STABLE_MULTIPLIER) return LoanMath.collateralAtPrice(value, _scaledReserve0(), _reserve1);
        return LoanMath.collateralAtFloor(value, _floorPrice());
    }

    /// @inheritdoc IPool
    function getTokenPrice() public view returns (uint256) {
        return PoolMath.price(_scaledReserve0(), _reserve1);
    }

    /// @inheritdoc IPool
    function getUSDPrice() external view returns (uint256) {
        return Math.mulDiv(getTokenPrice(), _quoteUsdPrice(), PoolMath.WAD);
    }

    /// @inheritdoc IPool
    function calculateTokensForBuy(uint256 amount) external view returns (uint256) {
        _toUint128(amount);
        return PoolMath.buy(amount, _scaledReserve0(), _reserve1);
    }

    /// @inheritdoc IPool
    function calculateTokensForSell(uint256 amount) external view returns (uint256) {
        _toUint128(amount);
        return PoolMath.sell(amount, _scaledReserve0(), _reserve1);
    }

    /// @inheritdoc IPool
    function token0() external view returns (address) {
        return address(this);
    }

    /// @inheritdoc IPool
    function lastTrade() external view returns (uint256) {
        return _lastTradeBlock;
    }

    /// @dev USD price of the quote token, in wad.
    function _quoteUsdPrice() internal view virtual returns (uint256);

    /// @dev The floor in quote tokens, in wad.
    function _floorPrice() internal view returns (uint256) {
        uint256 current = PoolMath.floorPrice(baseReserve0, hybridMultiplier, totalSupply(), _reserve1);
        return Math.max(_maxFloor, current);
    }

    /// @dev Mints to `recipient`; `trader` is named in the event. Returns the tokens and the quote's USD value.
    function _buy(uint256 amount, address trader, address recipient)
        internal
        returns (uint256 tokens, uint256 value)
    {
        if (amount == 0) revert ZeroAmount();
        uint256 before1 = _reserve1;
        uint256 after1 = _toUint128(before1 + _toUint128(amount));
        uint256 scaled0 = _scaledReserve0();
        tokens = PoolMath.buy(amount, scaled0, before1);
        if (tokens == 0) revert ZeroOutput();
        // The router sends the quote before this call. The balance proves it: it must cover the new reserve, less loans.
        if (IERC20(token1).balanceOf(address(this)) + lent() < after1 - baseReserve1) revert NotPaid();

        uint256 quotePrice = _quoteUsdPrice();
        value = Math.mulDiv(amount, quotePrice, PoolMath.WAD);
        uint256 usdPrice = Math.mulDiv(PoolMath.price(scaled0, before1), quotePrice, PoolMath.WAD);
        _mint(recipient, tokens);
        _settle(after1);
        emit TokensTraded(tokens, value, trader, usdPrice, BUY);
    }

    /// @dev Burns from `holder`; `trader` is named in the event; the quote goes to the router.
    function _sell(uint256 amount, address trader, address holder, uint8 tradeType)
        internal
        returns (uint256 quote)
    {
        if (amount == 0) revert ZeroAmount();
        if (holder != msg.sender) _spendAllowance(holder, msg.sender, amount);
        uint256 before1 = _reserve1;
        uint256 scaled0 = _scaledReserve0();
        // Reverts for more than the holder has, so `amount` is at most the supply, as `PoolMath.sell` requires.
        _burn(holder, amount);
        quote = PoolMath.sell(amount, scaled0, before1);
        if (quote == 0) revert ZeroOutput();

        uint256 quotePrice = _quoteUsdPrice();
        uint256 usdPrice = Math.mulDiv(PoolMath.price(scaled0, before1), quotePrice, PoolMath.WAD);
        _settle(before1 - quote);
        emit TokensTraded(amount, Math.mulDiv(quote, quotePrice, PoolMath.WAD), trader, usdPrice, tradeType);
        // Last, after all state. What loans leave here covers the sale of every token that is not collateral.
        IERC20(token1).safeTransfer(msg.sender, quote);
    }

    /// @dev Counts quote that leaves as a loan. The caller pays it out; the reserves stay.
    function _lend(uint256 amount) internal {
        _lent = _toUint128(lent() + amount);
    }

    /// @dev Counts quote that came back.
    function _takeBack(uint256 amount) internal {
        _lent = _toUint128(lent() - amount);
    }

    /// @dev Changes the pool as all trades and loans of a leveraged purchase do. The caller has minted the tokens. The
    /// position's debt follows from `floor`, a lower bound of today's floor, so the pool must answer no lower one.
    function _applyLeverage(LeverageLeg memory leg, address trader) internal {
        _lend(leg.lent);
        if (leg.floor > _maxFloor) _maxFloor = uint128(Math.min(leg.floor, type(uint128).max));
        _settle(_reserve1 + leg.quoteIn);
        emit TokensTraded(leg.tokens, leg.value, trader, leg.price, LEVERAGED_BUY);
    }

    /// @dev Burns collateral of `holder` for quote that will not come back. With the least collateral for that debt
    /// neither the floor nor the price of multiplier 100 falls.
    function _burnCollateral(address holder, uint256 amount, uint256 debt) internal {
        _burn(holder, amount);
        _takeBack(debt);
        _settle(_reserve1 - debt);
    }

    /// @dev Stores the quote reserve after the supply has changed.
    function _settle(uint256 after1) internal {
        uint256 supply = totalSupply();
        uint256 floor = PoolMath.floorPrice(baseReserve0, hybridMultiplier, supply, after1);
        _reserve1 = _toUint128(after1);
        // A floor above 128 bits is a price above 3e20 quote tokens. The stored maximum saturates there.
        if (floor > _maxFloor) _maxFloor = uint128(Math.min(floor, type(uint128).max));
        _lastTradeBlock = uint64(block.number);
        // The counter is meant to wrap: only a change of the slot matters. 40 bits hold the time until the year 36812.
        unchecked {
            uint64 trades = (_lastTradeTime >> TIME_BITS) + 1;
            _lastTradeTime = trades << TIME_BITS | uint40(block.timestamp);
        }
        emit Sync(reserve0(), after1);
    }

    function _scaledReserve0() internal view returns (uint256) {
        return PoolMath.scaledReserve0(baseReserve0, hybridMultiplier, totalSupply());
    }

    /// @dev Not `SafeCast.toUint128`: the interface promises the error `AmountTooLarge`.
    function _toUint128(uint256 value) internal pure returns (uint128) {
        if (value > type(uint128).max) revert AmountTooLarge();
        return uint128(value);
    }
}
