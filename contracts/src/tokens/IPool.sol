// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title A token that is its own pool against a quote token
/// @notice The supply is elastic: a buy mints, a sale burns, nothing is minted beforehand. The base reserves are virtual:
/// the contract holds no tokens and no quote for them. All amounts have 18 decimals.
/// @dev Names are fixed by the published ABI.
interface IPool {
    /// @notice The part of a leveraged purchase that changes one pool: sums over all its trades and loans.
    /// @param tokens Tokens bought.
    /// @param quoteIn What the quote reserve grows by.
    /// @param lent What the pool lends of it.
    /// @param floor Highest floor computed on the way, in quote tokens (wad). At multiplier 100 any earlier one.
    /// @param value Quote of the trades, without tax, in USDB.
    /// @param price USD price of the token before the purchase.
    struct LeverageLeg {
        uint256 tokens;
        uint256 quoteIn;
        uint256 lent;
        uint256 floor;
        uint256 value;
        uint256 price;
    }

    /// @notice Emitted with every change of reserves, before the `TokensTraded` of the same trade, and once at creation.
    event Sync(uint256 reserve0, uint256 reserve1);

    /// @notice A trade of this pool.
    /// @param amountToken Tokens minted or burned.
    /// @param amountUSDC The quote that entered or left this pool, without tax, valued in USDB at the quote
    /// token's spot price just before this leg.
    /// @param user The trader, not the router.
    /// @param price USD price of the token before the trade, 18 decimals.
    /// @param tradeType 0 buy, 1 sell, 2 leveraged buy, 3 leveraged sell.
    event TokensTraded(
        uint256 amountToken, uint256 amountUSDC, address indexed user, uint256 price, uint8 tradeType
    );

    /// @notice Emitted once, at creation, with the virtual base reserves.
    /// @param liquidity Both sides together, valued in USDB.
    event LiquidityAdded(uint256 amountToken, uint256 amountUSDC, uint256 liquidity);

    /// @notice The call is reserved to the router.
    error OnlySwap();
    /// @notice The call is reserved to the operator.
    error OnlyOperator();
    /// @notice The amount is 0.
    error ZeroAmount();
    /// @notice The amount is so small that rounding leaves nothing to receive.
    error ZeroOutput();
    /// @notice The reserves would leave the range of 128 bits.
    error AmountTooLarge();
    /// @notice The pool has not received the quote of the buy.
    error NotPaid();
    /// @notice The zero address is not a valid argument here.
    error ZeroAddress();

    /// @notice Mints the tokens that `amount` of quote buys to `buyer`. The router has sent the quote before.
    function buyTokens(uint256 amount, address buyer) external returns (uint256);

    /// @notice Burns `amount` of `seller`, who has approved the router for it, and pays the quote to the router.
    function sellTokens(uint256 amount, address seller) external returns (uint256);

    /// @notice One leg of a longer route: burns the router's own tokens and pays the quote to the router.
    /// @param tradeType Of the event: 1, or 3 for the sale of what a leverage position leaves.
    /// @param trader Named in the event.
    function routeSell(uint256 amount, address trader, uint8 tradeType) external returns (uint256);

    /// @notice Sets whether the operator has vetted the project.
    function SetProjectVetted(bool vetted) external;

    /// @notice The operator.
    function CEO() external view returns (address);

    /// @notice Receiver of the creator's part of the tax.
    function DEV() external view returns (address);

    /// @notice The router, the only contract that may trade with the pool.
    function SWAP() external view returns (address);

    /// @notice Multiplier m. With 100 the price never falls; 1 approaches a constant product.
    function hybridMultiplier() external view returns (uint256);

    /// @notice Token reserve, rounded down. The pool itself calculates with hundredths of a unit.
    function reserve0() external view returns (uint256);

    /// @notice Quote reserve.
    function reserve1() external view returns (uint256);

    /// @notice Virtual token reserve at creation.
    function baseReserve0() external view returns (uint256);

    /// @notice Virtual quote reserve at creation.
    function baseReserve1() external view returns (uint256);

    /// @notice Both reserves and the time of their last change, in seconds.
    function getReserves() external view returns (uint256, uint256, uint256 blockTimestampLast);

    /// @notice Quote that was paid in for the supply: `reserve1 - baseReserve1`.
    function getLiquidity() external view returns (uint256);

    /// @notice Quote that is out on loans. The pool holds at least `reserve1 - baseReserve1 - lent`.
    function lent() external view returns (uint256);

    /// @notice Quote that this pool lends on `amount` tokens: at the price with multiplier 100, else at the floor, rounded
    /// down. It never falls.
    function collateralValue(uint256 amount) external view returns (uint256);

    /// @notice Least tokens on which this pool lends `value`.
    function collateralFor(uint256 value) external view returns (uint256);

    /// @notice Spot price in quote tokens, 18 decimals.
    function getTokenPrice() external view returns (uint256);

    /// @notice Spot price in USD, 18 decimals.
    function getUSDPrice() external view returns (uint256);

    /// @notice Tokens that `amount` of quote would buy now, before tax.
    function calculateTokensForBuy(uint256 amount) external view returns (uint256);

    /// @notice Quote that a sale of `amount` tokens would give now, before tax.
    function calculateTokensForSell(uint256 amount) external view returns (uint256);

    /// @notice This token.
    function token0() external view returns (address);

    /// @notice The quote token.
    function token1() external view returns (address);

    /// @notice Block of the creation.
    function creationBlock() external view returns (uint256);

    /// @notice Time of the creation, in seconds.
    function creationTime() external view returns (uint256);

    /// @notice Block of the last trade, 0 before the first.
    function lastTrade() external view returns (uint256);

    /// @notice Whether the operator has vetted the project.
    function projectedVetted() external view returns (bool);

    /// @notice Whether the reward phase is over (or there was none).
    function hasBonded() external view returns (bool);

    /// @notice Whether what is bought goes into vesting.
    function autoVest() external view returns (bool);

    /// @notice Whether that vesting releases gradually instead of at once.
    function gradualAutoVesting() external view returns (bool);
}
