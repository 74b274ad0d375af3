// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Leveraged purchases computed without making them, and the pools' formulas for reserves of the caller's choice
/// @notice All amounts have 18 decimals. The `Xe` pair are the reserves of TIDE's pool, TIDE and USDB; `reserve0` and
/// `reserve1` those of a token's pool, token and TIDE. Quotients are rounded against the trader.
/// @dev Names are fixed by the published ABI: `colleteral` is collateral, `xe` what TIDE's pool has.
interface ILeverageSimulator {
    /// @notice A leveraged purchase.
    /// @dev All members are static: as a return value it has the encoding of its members one after the other.
    /// @param newXeReserve0 Reserves of both pools after it; of TIDE's pool in both pairs when TIDE is bought.
    /// @param totalRepay The debt.
    /// @param totalBorrowed What the loans paid out: the debt without their fees.
    /// @param totalColleteral Tokens bought, all of them collateral.
    /// @param totalFees Tax of the trades and fees of the loans, in USDB.
    /// @param realLiquidity USDB of the caller's own money that stays in the pools: without what is split as tax and
    /// what the caller gets back.
    /// @param xeAdded Change of TIDE's supply.
    /// @param usdcAdded Change of the USDB side of TIDE's pool.
    /// @param tokenAdded Change of the token's supply; of TIDE's when TIDE is bought.
    struct Simulation {
        uint256 newXeReserve0;
        uint256 newXeReserve1;
        uint256 newReserve0;
        uint256 newReserve1;
        uint256 totalRepay;
        uint256 totalBorrowed;
        uint256 totalColleteral;
        uint256 totalFees;
        uint256 realLiquidity;
        uint256 xeAdded;
        uint256 usdcAdded;
        uint256 tokenAdded;
    }

    /// @notice The path is not the one that the function names, or its token is not listed.
    error InvalidPath();
    /// @notice With multiplier 50 the supply, and with it the floor, does not follow from the reserves.
    error SupplyUnknown();
    /// @notice A value is worked in at least one part.
    error InvalidSplitter();

    /// @notice What `leverageBuy` of TIDE with `amount` USDB would do now. Whether it is allowed is not checked.
    /// @param path USDB, TIDE.
    function simulateLeverage(uint256 amount, address[] calldata path, uint256 numberOfDays)
        external
        view
        returns (Simulation memory);

    /// @notice What `leverageBuy` of a token with `amount` USDB would do now. Whether it is allowed is not checked.
    /// @param path USDB, TIDE, token.
    function simulateLeverageFactory(uint256 amount, address[] calldata path, uint256 numberOfDays)
        external
        view
        returns (Simulation memory);

    /// @notice Spot price in quote tokens.
    function getTokenPrice(uint256 reserve0, uint256 reserve1) external pure returns (uint256);

    /// @notice Spot price of a token in USD.
    function getUSDPrice(uint256 reserve0, uint256 reserve1, uint256 xereserve0, uint256 xereserve1)
        external
        pure
        returns (uint256);

    /// @notice Floor of a token in USD. Reverts at multiplier 50.
    function calculateFloor(
        uint256 hybridMultiplier,
        uint256 reserve0,
        uint256 reserve1,
        uint256 baseReserve0,
        uint256 xereserve0,
        uint256 xereserve1
    ) external pure returns (uint256);

    /// @notice Tokens that `usdcAmount` of quote buys, before tax.
    function calculateTokensForBuy(uint256 usdcAmount, uint256 reserve0, uint256 reserve1)
        external
        pure
        returns (uint256);

    /// @notice Tokens to burn at the spot price, so that `amountIn` of quote leaves the pool.
    /// @param splitter Number of equal parts; each is burned at the price that the one before left behind.
    function calculateTokensToBurn(
        uint256 amountIn,
        uint256 multiplier,
        uint256 inputreserve0,
        uint256 inputreserve1,
        uint256 splitter
    ) external pure returns (uint256);

    /// @notice Collateral value at multiplier 100, in quote tokens.
    function getColleteralValue(uint256 tokenAmount, uint256 reserve0, uint256 reserve1)
        external
        pure
        returns (uint256);

    /// @notice Collateral value of a token of any multiplier, in USDB. Reverts at multiplier 50.
    function getColleteralValueHybrid(
        uint256 tokenAmount,
        uint256 reserve0,
        uint256 reserve1,
        uint256 xereserve0,
        uint256 xereserve1,
        uint256 multiplier,
        uint256 basereserve0
    ) external pure returns (uint256);
}
